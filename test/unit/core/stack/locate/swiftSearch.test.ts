import assert from 'node:assert/strict';
import { isProblem } from '../../../../../src/core/common/errors';
import { frameStatus } from '../../../../../src/core/stack/locate/frameStatus';
import type { Located } from '../../../../../src/core/stack/locate/frameTarget';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import { maxSourceLength } from '../../../../../src/core/stack/locate/outline/maxSourceLength';
import type { SourceWorld } from '../../../../../src/core/stack/locate/sourceWorld';
import { maxSearched } from '../../../../../src/core/stack/locate/swiftSearch';
import { getFrame } from '../support/frames';
import { memoryWorld } from './support/workspace';

type Texts = Readonly<Record<string, string>>;

const cart = 'struct Cart {\n    let rows: [Row]\n    func total() -> Int {\n        rows.count\n    }\n}\n';
const shop: Texts = {
	'Shop.xcodeproj/project.pbxproj': '',
	'App/Main.swift': 'import UIKit\n\nlet cart = Cart(rows: [])\n',
	'App/Model.swift': cart,
	'App/Printing.swift': 'extension Cart {\n    func printed() -> String {\n        "Cart"\n    }\n}\n',
	'App/Store.swift': [
		'final class Store<Item: Hashable> {',
		'    func put(_ item: Item) {',
		'        items.insert(item)',
		'    }',
		'    struct Shelf {',
		'        func label() -> String {',
		'            ""',
		'        }',
		'    }',
		'}',
		'struct Shelf {',
		'    func label() -> String {',
		'        ""',
		'    }',
		'}',
		'actor Loader {',
		'    func load() async {',
		'    }',
		'}',
		'enum Money {',
		'    case none',
		'    var text: String {',
		'        ""',
		'    }',
		'}',
		'protocol Payable {',
		'    func pay()',
		'}',
		'',
	].join('\n'),
	'App/Paying.swift':
		'extension Payable {\n    func pay() {\n    }\n}\nextension Store.Shelf {\n    func empty() {\n    }\n}\n',
};

interface Labelled {
	readonly what: string;
	readonly symbol: string;
	readonly place: string;
	readonly texts?: Texts;
}

const modules: Texts = {
	'Kit/Package.swift': '',
	'Kit/Sources/Kit/Types.swift': 'struct Box {\n    func open() {\n    }\n}\n',
	'Other/Package.swift': '',
	'Other/Sources/Other/Things.swift': 'struct Box {\n    func open() {\n    }\n}\n',
};

const labelled: readonly Labelled[] = [
	{ what: 'a struct in a file with a different name', symbol: 'Cart.total()', place: 'App/Model.swift:3' },
	{ what: 'an extension in another file', symbol: 'Cart.printed()', place: 'App/Printing.swift:2' },
	{
		what: 'an extension although a file is named after the type',
		symbol: 'Cart.printed()',
		place: 'App/Printing.swift:2',
		texts: { ...shop, 'Shop/Cart.swift': cart, 'App/Model.swift': '' },
	},
	{ what: 'a nested type', symbol: 'Store.Shelf.label()', place: 'App/Store.swift:6' },
	{ what: 'a type with the same name as a nested type', symbol: 'Shelf.label()', place: 'App/Store.swift:12' },
	{ what: 'an extension of a nested type', symbol: 'Store.Shelf.empty()', place: 'App/Paying.swift:6' },
	{ what: 'a generic type', symbol: 'Store<Row>.put(_:)', place: 'App/Store.swift:2' },
	{ what: 'a specialized function', symbol: 'specialized Store.put(_:)', place: 'App/Store.swift:2' },
	{ what: 'an actor', symbol: 'Loader.load()', place: 'App/Store.swift:17' },
	{ what: 'an enum case', symbol: 'Money.text.getter', place: 'App/Store.swift:22' },
	{ what: 'a function in a protocol extension', symbol: 'Payable.pay()', place: 'App/Paying.swift:2' },
	{ what: 'a closure', symbol: 'closure #1 in Store.put(_:)', place: 'App/Store.swift:2' },
	{ what: 'a function that the type does not declare', symbol: 'Cart.clear()', place: '- functionMissing' },
	{ what: 'a function that only another type declares', symbol: 'Cart.put(_:)', place: '- functionMissing' },
	{ what: 'a type that does not exist', symbol: 'Basket.total()', place: '- notFound' },
	{
		what: 'two types with the same name in two other modules',
		symbol: 'Box.open()',
		place: '? Kit/Sources/Kit/Types.swift:2, Other/Sources/Other/Things.swift:2',
		texts: modules,
	},
	{
		what: 'two types with the same name, one of them in the module of the frame',
		symbol: 'Kit.Box.open()',
		place: 'Kit/Sources/Kit/Types.swift:2',
		texts: modules,
	},
	{
		what: 'a type after its module or a deleted enclosing type',
		symbol: 'Till.Box.open()',
		place: '? Sources/Types.swift:2',
		texts: { 'Sources/Types.swift': modules['Kit/Sources/Kit/Types.swift'] ?? '' },
	},
	{
		what: 'a type from a different module than the frame',
		symbol: 'Box.open()',
		place: '? Kit/Sources/Kit/Types.swift:2',
		texts: { 'Kit/Package.swift': '', 'Kit/Sources/Kit/Types.swift': modules['Kit/Sources/Kit/Types.swift'] ?? '' },
	},
	{
		what: 'two functions with the same name and number of parameters',
		symbol: 'Cart.add(_:)',
		place: '? A.swift:2, B.swift:2',
		texts: {
			'A.swift': 'struct Cart {\n    func add(_ row: Row) {\n    }\n}\n',
			'B.swift': 'extension Cart {\n    func add(_ name: String) {\n    }\n}\n',
		},
	},
	{
		what: 'the overload with the parameters in the frame',
		symbol: 'Cart.add(_:count:)',
		place: 'B.swift:2',
		texts: {
			'Shop.xcodeproj/project.pbxproj': '',
			'A.swift': 'struct Cart {\n    func add(_ row: Row) {\n    }\n}\n',
			'B.swift': 'extension Cart {\n    func add(_ row: Row, count: Int) {\n    }\n}\n',
		},
	},
];

function frameTold(symbol: string) {
	return getFrame(`0   Shop   0x0000000102a3b1f0 ${symbol} + 112`, 'Thread 0 Crashed:', undefined);
}

function ask(symbol: string, world: SourceWorld, signal?: AbortSignal): Promise<Located> {
	const frame = frameTold(symbol);
	return locateFrame({ frame, trace: { platform: 'apple', sections: [], lines: [frame.text] } }, world, signal);
}

function getPlace(located: Located): string {
	const places = located.kind === 'several' ? located.targets : located.kind === 'target' ? [located.target] : [];
	const told = places.map(({ file, line1 }) => `${file.path}:${line1}`).sort();
	return located.kind === 'none'
		? `- ${located.reason.kind}`
		: `${located.kind === 'several' ? '? ' : ''}${told.join(', ')}`;
}

describe('Swift frames without a file name', () => {
	for (const { what, symbol, place, texts = shop } of labelled) {
		it(`returns the expected location, choice or reason for a Swift frame without a file name: ${what}`, async () => {
			assert.equal(getPlace(await ask(symbol, memoryWorld(texts))), place);
		});
	}

	it('classifies a Swift frame without a file name as app code if the workspace has Swift files', () => {
		const { index } = memoryWorld(shop);
		assert.equal(frameStatus(frameTold('Cart.printed()'), index), 'own');
		assert.equal(frameStatus(frameTold('Cart.printed()'), memoryWorld({ 'a.kt': '' }).index), 'missing');
		index.remove({ folder: 0, path: 'App/Main.swift' });
		assert.equal(frameStatus(frameTold('Cart.printed()'), index), 'own');
	});

	it('stops the search at the maximum number of Swift files, and offers a choice or reports the limit', async () => {
		const many = Object.fromEntries(
			Array.from({ length: maxSearched + 100 }, (_, number) => [`Z/Many${number}.swift`, '// Cart\n']),
		);
		const texts = { ...many, 'A/Model.swift': cart };
		let read = 0;
		const plain = memoryWorld(texts);
		const world: SourceWorld = {
			...plain,
			read: (file, signal) => {
				read++;
				return plain.read(file, signal);
			},
		};
		assert.equal(getPlace(await ask('Cart.total()', world)), '? A/Model.swift:3');
		assert.equal(read, maxSearched);
		const missing = { kind: 'functionMissing', type: 'Cart', name: 'clear', capped: true };
		assert.deepEqual(await ask('Cart.clear()', world), { kind: 'none', reason: missing });
		const nowhere = { kind: 'notFound', name: 'Basket', capped: true };
		assert.deepEqual(await ask('Basket.clear()', world), { kind: 'none', reason: nowhere });
	});

	it('offers a choice if an unreadable Swift file may also contain the function', async () => {
		const plain = memoryWorld(shop);
		const read: SourceWorld['read'] = async (file, signal) =>
			file.path === 'App/Main.swift' ? undefined : plain.read(file, signal);
		assert.equal(getPlace(await ask('Cart.printed()', { ...plain, read })), '? App/Printing.swift:2');
	});

	it('locates a function although the workspace contains a file that is too long, unless that file contains the type', async () => {
		const long = `// ${'x'.repeat(maxSourceLength)}\n`;
		const rest = { 'App/Strings.swift': `${long}enum Strings {}\n` };
		assert.equal(getPlace(await ask('Cart.printed()', memoryWorld({ ...shop, ...rest }))), 'App/Printing.swift:2');
		const cut = { 'App/Carts.swift': `${long}extension Cart {}\n` };
		assert.equal(getPlace(await ask('Cart.printed()', memoryWorld({ ...shop, ...cut }))), '? App/Printing.swift:2');
	});

	it('stops reading Swift files when the search is aborted', async () => {
		const abort = new AbortController();
		const many = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`Many${number}.swift`, cart]));
		let read = 0;
		const plain = memoryWorld(many);
		const world: SourceWorld = {
			...plain,
			read: (file, signal) => {
				read++;
				abort.abort();
				return plain.read(file, signal);
			},
		};
		await assert.rejects(ask('Cart.clear()', world, abort.signal), (error) => isProblem(error, 'cancelled'));
		assert.ok(read < 100, `${read}`);
	});
});
