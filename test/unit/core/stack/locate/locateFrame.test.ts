import * as assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isProblem } from '../../../../../src/core/common/errors';
import { frameStatus } from '../../../../../src/core/stack/locate/frameStatus';
import type { FrameTarget, Located } from '../../../../../src/core/stack/locate/frameTarget';
import { LearnedRoots } from '../../../../../src/core/stack/locate/learnedRoots';
import { locateFrame } from '../../../../../src/core/stack/locate/locateFrame';
import { SourceIndex } from '../../../../../src/core/stack/locate/sourceIndex';
import type { SourceWorld } from '../../../../../src/core/stack/locate/sourceWorld';
import { OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { getFrame } from '../support/frames';
import { memoryWorld } from './support/workspace';

const cart = `package com.example.shop

class Cart {
    fun add(one: Item) {
        items += one
    }

    fun total(): Long {
        return items.sumOf { it.price }
    }
}
`;

const shop = { 'app/src/main/kotlin/com/example/shop/Cart.kt': cart };

function ask(line: string, world: SourceWorld, signal?: AbortSignal): Promise<Located> {
	const frame = getFrame(line, undefined, undefined);
	const trace = { platform: 'unknown', sections: [], lines: [line] } as const;
	return locateFrame({ frame, trace }, world, signal);
}

async function targetOf(line: string, world: SourceWorld = memoryWorld(shop)): Promise<FrameTarget> {
	const found = await ask(line, world);
	assert.equal(found.kind, 'target', JSON.stringify(found));
	return found.target;
}

async function reasonOf(line: string, world: SourceWorld = memoryWorld(shop)): Promise<unknown> {
	const found = await ask(line, world);
	assert.equal(found.kind, 'none', JSON.stringify(found));
	return found.reason;
}

describe('source line of a frame', () => {
	it('keeps the reported line of a frame if it lies within its function', async () => {
		const { line1, lineMapping, evidence } = await targetOf('\tat com.example.shop.Cart.total(Cart.kt:9)');
		assert.deepEqual([line1, lineMapping], [9, { kind: 'asReported' }]);
		assert.deepEqual(evidence, ['declaredPackage', 'declaredType', 'function', 'onlyFile', 'lineInFile', 'sourceSet']);
	});

	it("moves a frame's line along with its function to the current position", async () => {
		for (const told of [5, 2, 500]) {
			const { line1, lineMapping } = await targetOf(`\tat com.example.shop.Cart.total(Cart.kt:${told})`);
			assert.deepEqual([line1, lineMapping], [8, { kind: 'moved', reported: told, name: 'total' }]);
		}
	});

	it("moves a frame's line to the last line if the file has become shorter", async () => {
		const { line1, lineMapping } = await targetOf('\tat com.example.shop.Cart.clear(Cart.kt:500)');
		assert.deepEqual([line1, lineMapping], [11, { kind: 'clamped', reported: 500, last: 11 }]);
	});

	it("maps a frame's line in a lambda or generated function to the source function", async () => {
		for (const method of ['Cart.total$lambda$0', 'Cart$total$1.invoke', 'Cart.access$total', 'Cart.total$default']) {
			const { line1, lineMapping } = await targetOf(`\tat com.example.shop.${method}(Cart.kt:5)`);
			assert.deepEqual([line1, lineMapping], [8, { kind: 'moved', reported: 5, name: 'total' }], method);
		}
	});

	it('locates a frame without a line at the declaration of its function or type', async () => {
		const { line1, lineMapping } = await targetOf('\tat com.example.shop.Cart.total(Unknown Source:4)');
		assert.deepEqual([line1, lineMapping], [8, { kind: 'declaration', name: 'total' }]);
		const type = await targetOf('\tat com.example.shop.Cart.clear(Unknown Source)');
		assert.deepEqual([type.line1, type.lineMapping], [3, { kind: 'declaration', name: 'Cart' }]);
	});

	it('finds the nested type named in a Kotlin/Native frame', async () => {
		const text = 'package com.acme\n\nclass Till {\n    class Coin {\n        fun worth() {\n        }\n    }\n}\n';
		const world = memoryWorld({ 'shared/src/commonMain/kotlin/com/acme/Till.kt': text });
		const symbol = 'kfun:com.acme.Till.Coin#worth(){}';
		for (const [place, line1] of [
			['', 5],
			[' (Till.kt:6)', 6],
		] as const) {
			const { line1: found, evidence } = await targetOf(`0   Shop   0x0000000102a3b1f0 ${symbol} + 20${place}`, world);
			assert.deepEqual([found, evidence[0]], [line1, 'declaredPackage']);
		}
	});

	it('finds a C++ function that is defined with its qualified name', async () => {
		const world = memoryWorld({ 'cpp/cart.cpp': '#include "cart.h"\n\nint shop::Cart::total() {\n\treturn 0;\n}\n' });
		const lines: readonly (readonly [line: string, line1: number])[] = [
			['#0 0x000055555555 in shop::Cart::total (this=0x0) at /src/cart.cpp:4', 4],
			['      #00 pc 000000000012a4c0  /data/app/lib/arm64/libcart.so (shop::Cart::total()+84)', 3],
		];
		for (const [line, line1] of lines) {
			assert.equal((await targetOf(line, world)).line1, line1);
		}
		const inScope = memoryWorld({ 'cpp/cart.cpp': 'using namespace shop;\n\nint Cart::total() {\n\treturn 0;\n}\n' });
		assert.equal((await targetOf('#0 0x5555 in shop::Cart::total () at /src/cart.cpp:4', inScope)).line1, 4);
	});

	it('finds a Rust function in the module of its file', async () => {
		const world = memoryWorld({ 'src/cart.rs': 'struct Cart {}\n\npub fn total() {\n}\n' });
		assert.equal((await targetOf('   0: shop::cart::total', world)).line1, 3);
		assert.deepEqual(await reasonOf('   0: shop::shelf::total', world), {
			kind: 'notFound',
			name: 'shelf',
			capped: false,
		});
	});

	it("locates a compiler-generated class's function at the class declaration", async () => {
		const text = 'package com.acme\n\nclass Till : Runnable {\n    override fun run() {\n    }\n}\n';
		const world = memoryWorld({ 'src/Till.kt': text });
		for (const [type, line1] of [
			['Till', 4],
			['Till$$ExternalSyntheticLambda0', 3],
			['-$$Lambda$Till$x1y2', 3],
			['Till$sam$java_lang_Runnable$0', 3],
		] as const) {
			const found = await targetOf(`\tat com.acme.${type}.run(Unknown Source:2)`, world);
			assert.deepEqual([found.line1, found.lineMapping.kind], [line1, 'declaration'], type);
		}
	});

	it('finds a Dart package in its own workspace folder if two folders have the same name', async () => {
		const roots = ['file:///shop/app', 'file:///till/app'];
		const files = roots.flatMap((_, folder) => ['pubspec.yaml', 'lib/main.dart'].map((path) => ({ folder, path })));
		const texts = new Map([
			['file:///shop/app/pubspec.yaml', 'name: shop\n'],
			['file:///till/app/pubspec.yaml', 'name: till\n'],
		]);
		const world: SourceWorld = {
			...memoryWorld({}),
			index: new SourceIndex(
				roots.map((uri) => ({ uri, name: 'app' })),
				files,
			),
			read: async ({ uri }) => texts.get(uri) ?? 'void main() {\n  run();\n}\n',
		};
		for (const name of ['shop', 'till']) {
			const { file } = await targetOf(`#0      main (package:${name}/main.dart:2:3)`, world);
			assert.equal(file.uri, `file:///${name}/app/lib/main.dart`);
		}
	});

	it('finds files whose names contain decomposed accented letters', async () => {
		const traits = 'Грибной'.normalize('NFD');
		const world = memoryWorld({
			[`src/${traits}/${traits}.kt`]: 'package com.example\n\nclass Грибной {\n    fun ещё() {\n    }\n}\n',
		});
		const { line1, file } = await targetOf('\tat com.example.Грибной.ещё(Грибной.kt:4)', world);
		assert.deepEqual([file.path, line1], [`src/${traits}/${traits}.kt`, 4]);
	});

	it("keeps a frame's column only if its line is unchanged", async () => {
		const world = memoryWorld({ 'web/src/cart.js': 'export function total() {\n\treturn 1;\n}\n' });
		assert.equal((await targetOf('    at total (/ci/web/src/cart.js:2:9)', world)).column1, 9);
		assert.equal((await targetOf('    at total (/ci/web/src/cart.js:3:9)', world)).column1, 9);
		assert.equal((await targetOf('    at total (/ci/web/src/cart.js:40:9)', world)).column1, undefined);
	});
});

describe("frames that can't be located", () => {
	it("reports that a frame can't be located without a workspace", async () => {
		const world = { ...memoryWorld({}), index: new SourceIndex([]) };
		assert.deepEqual(await reasonOf('\tat com.example.shop.Cart.total(Cart.kt:9)', world), { kind: 'noWorkspace' });
	});

	it('reports that the source file of a frame was not found', async () => {
		assert.deepEqual(await reasonOf('\tat com.example.shop.Till.open(Till.kt:9)'), {
			kind: 'notFound',
			name: 'Till.kt',
			capped: false,
		});
		const capped = new SourceIndex([{ uri: 'file:///a', name: 'a' }], [], true);
		assert.deepEqual(
			await reasonOf('\tat com.example.shop.Till.open(Till.kt:9)', { ...memoryWorld({}), index: capped }),
			{
				kind: 'notFound',
				name: 'Till.kt',
				capped: true,
			},
		);
	});

	it('treats a library frame as library code even if the workspace has a file with the same name', async () => {
		const world = memoryWorld({
			...shop,
			'src/Activity.java': 'package com.example; class Activity { void on() { } }',
		});
		assert.deepEqual(await reasonOf('\tat android.app.Activity.on(Activity.java:1)', world), { kind: 'library' });
		const node = memoryWorld({ 'lib/router/layer.js': 'function handle() { }' });
		const layer = '    at handle (/srv/node_modules/express/lib/router/layer.js:1:5)';
		assert.deepEqual(await reasonOf(layer, node), { kind: 'library' });
	});

	it('reports that a frame needs a mapping file or symbols', async () => {
		assert.deepEqual(await reasonOf('\tat a.b.c(SourceFile:7)'), { kind: 'minified' });
		assert.deepEqual(await reasonOf('    at s (address at index.android.bundle:1:45270)'), { kind: 'minified' });
		const metro = 'http://192.0.2.7:8081/index.bundle//&platform=ios&dev=true:10:2';
		assert.deepEqual(await reasonOf(`    at onPress (${metro})`), { kind: 'minified' });
		assert.deepEqual(await reasonOf('1   Shop   0x0000000102a3b1f0 0x102a30000 + 45552'), {
			kind: 'symbolsNeeded',
			image: 'Shop',
		});
	});

	it('reports that a line in a stack trace contains no source location', async () => {
		assert.deepEqual(await reasonOf('\t... 12 more'), { kind: 'nothingNamed' });
	});
});

describe('frames in a class that exists in two modules', () => {
	const start = (lines: number) =>
		`package com.acme\n\nclass Start {\n    fun open() {\n${'        run()\n'.repeat(lines)}    }\n}\n`;
	const world = memoryWorld({ 'app/src/main/Start.kt': start(2), 'wear/src/main/Start.kt': start(9) });
	const at = (line: number) => `\tat com.acme.Start.open(Start.kt:${line})`;

	it("locates a frame in the last chosen module unless only the other module's function has the line", async () => {
		assert.equal((await ask(at(6), world)).kind, 'several');
		const [file] = world.index.named('Start.kt').filter(({ path }) => path.startsWith('app/'));
		assert.ok(file);
		world.learned.chose(['com', 'acme', 'Start.kt'], file);
		assert.equal((await targetOf(at(6), world)).file.path, file.path);
		assert.equal((await targetOf(at(40), world)).file.path, file.path);
		const found = await ask(at(12), world);
		assert.equal(found.kind, 'several');
		assert.deepEqual(
			found.targets.map((target) => target.file.path),
			[file.path, 'wear/src/main/Start.kt'],
		);
	});
});

describe('Swift frames', () => {
	const shelf = 'struct Shelf {\n    func total() -> Int {\n        1\n    }\n}\n';
	const kit = { 'Shop/Packages/Kit/Package.swift': '', 'Shop/Packages/Kit/Sources/Kit/Shelf.swift': shelf };
	const frame = (module: string) => `0   ${module}   0x0000000102a3b1f0 Shelf.total() + 112 (Shelf.swift:30)`;

	it("does not locate an app module's frame in a nested package folder", async () => {
		assert.equal((await ask(frame('Shop'), memoryWorld(kit))).kind, 'several');
		const { file } = await targetOf(frame('Shop'), memoryWorld({ ...kit, 'Shop/App/Shelf.swift': shelf }));
		assert.equal(file.path, 'Shop/App/Shelf.swift');
		const own = await targetOf(frame('Kit'), memoryWorld(kit));
		assert.equal(own.file.path, 'Shop/Packages/Kit/Sources/Kit/Shelf.swift');
	});
});

describe('frames with several candidate locations', () => {
	const indexes = {
		'a/src/index.js': 'function start() {\n}\n',
		'b/src/index.js': 'function stop() {\n}\n',
		'c/test/index.js': 'function start() {\n}\n',
	};

	it('offers all candidate locations with their evidence, most likely first', async () => {
		const found = await ask('    at start (index.js:1:5)', memoryWorld(indexes));
		assert.equal(found.kind, 'several');
		assert.deepEqual(
			found.targets.map(({ file }) => file.path),
			['a/src/index.js', 'c/test/index.js', 'b/src/index.js'],
		);
		assert.deepEqual(found.targets[0]?.evidence, ['function', 'lineInFile', 'sourceSet']);
	});

	it('locates a frame in the folder that the user chose for another frame', async () => {
		const world = memoryWorld({ ...indexes, 'b/src/till.js': '', 'a/src/till.js': '' });
		const [file] = world.index.named('till.js').filter(({ path }) => path.startsWith('b/'));
		assert.ok(file);
		const line = '    at stop (/app/src/index.js:1:5)';
		assert.equal((await ask('    at <anonymous> (/app/src/index.js:1:5)', world)).kind, 'several');
		world.learned.chose(['app', 'src', 'till.js'], file);
		const { file: found, evidence } = await targetOf(line, world);
		assert.equal(found.path, 'b/src/index.js');
		assert.equal(evidence[0], 'learnedRoot');
	});

	it('lists open files first among the candidate locations', async () => {
		const world: SourceWorld = {
			...memoryWorld({ 'a/x.js': '', 'b/x.js': '', 'c/x.js': '' }),
			isOpen: ({ path }) => path === 'b/x.js',
		};
		const found = await ask('    at go (x.js:1:5)', world);
		assert.equal(found.kind === 'several' && found.targets[0]?.file.path, 'b/x.js');
	});

	it('prompts if the only candidate file matches the frame by name alone', async () => {
		const found = await ask('    at go (x.js:1:5)', memoryWorld({ 'a/x.js': 'let a;\n' }));
		assert.equal(found.kind === 'several' && found.targets.length, 1);
	});

	it("prompts if the frame's package was renamed", async () => {
		const found = await ask('\tat com.example.store.Cart.total(Cart.kt:9)', memoryWorld(shop));
		assert.equal(found.kind, 'several');
	});

	it("prompts if only the inner folders of the frame's path match", async () => {
		const world = memoryWorld({ 'packages/a/src/format.js': 'export function format() {\n}\n' });
		const found = await ask('    at format (/ci/packages/b/src/format.js:1:5)', world);
		assert.equal(found.kind, 'several');
	});

	it('prompts if a library frame names a class and file that also exist in the workspace', async () => {
		const world = memoryWorld({ 'Shop/Session.swift': 'class Session {\n  func request() {\n  }\n}\n' });
		const line = '0   Networking   0x0000000102a3b1f0 Networking.Session.request() + 1 (Session.swift:123)';
		assert.equal((await ask(line, world)).kind, 'several');
		const inShop = '0   Shop   0x0000000102a3b1f0 Shop.Session.request() + 1 (Session.swift:2)';
		assert.equal((await targetOf(inShop, world)).line1, 2);
	});

	it('reads only a few files to locate a frame with many candidates', async () => {
		const many = Object.fromEntries(Array.from({ length: 500 }, (_, number) => [`p${number}/src/index.js`, '']));
		let reads = 0;
		const world = memoryWorld(many);
		const counted: SourceWorld = {
			...world,
			read: (file, signal) => {
				reads++;
				return world.read(file, signal);
			},
		};
		const found = await ask('    at go (/ci/p77/src/index.js:1:5)', counted);
		assert.equal(found.kind === 'target' && found.target.file.path, 'p77/src/index.js');
		assert.ok(reads <= 12, `${reads}`);
	});
});

describe('locateFrame()', () => {
	it('prompts if the source file of a frame is unreadable', async () => {
		const world: SourceWorld = { ...memoryWorld(shop), read: async () => undefined };
		const found = await ask('\tat com.example.shop.Cart.total(Cart.kt:9)', world);
		assert.equal(found.kind, 'several');
		assert.deepEqual(found.kind === 'several' && found.targets[0]?.line1, 9);
	});

	it('yields to other tasks while it reads a long source file', async () => {
		const long = `class Cart {\n    fun total() {\n${'a{}b(){}'.repeat(50_000)}\n    }\n}\n`;
		const asked = ask('\tat Cart.total(Cart.kt:3)', memoryWorld({ 'app/Cart.kt': long }));
		let done = false;
		void asked.finally(() => {
			done = true;
		});
		let turns = 0;
		for (; !done; turns++) {
			await nextTurn();
		}
		assert.equal((await asked).kind, 'target');
		assert.ok(turns > 3, `${turns} turns`);
	});

	it('stops locating a frame when aborted', async () => {
		const controller = new AbortController();
		const world: SourceWorld = {
			...memoryWorld(shop),
			read: async () => {
				controller.abort();
				return cart;
			},
		};
		const line = '\tat com.example.shop.Cart.total(Cart.kt:9)';
		await assert.rejects(ask(line, world, controller.signal), (error) => isProblem(error, 'cancelled'));
		await assert.rejects(ask(line, memoryWorld(shop), controller.signal), (error) => isProblem(error, 'cancelled'));
	});

	it('applies a folder to other stack traces only if the user chose the folder', async () => {
		const learned = new LearnedRoots();
		const world = {
			...memoryWorld({ 'a/src/x/one.js': 'function f() {\n}\n', 'a/src/index.js': '', 'b/src/index.js': '' }),
			learned,
		};
		await targetOf('    at f (/app/src/x/one.js:1:5)', world);
		assert.equal((await ask('    at <anonymous> (/app/src/index.js:1:5)', world)).kind, 'several');
	});
});

describe('frames in packages declared in the workspace', () => {
	const text = 'package com.google.shop\n\nclass Till {\n    fun open() {\n        fail()\n    }\n}\n';
	const texts = { 'app/src/main/kotlin/Till.kt': text, 'web/Till.kt': text };
	const world = { ...memoryWorld(texts), own: new OwnCode(['package com.google.shop']) };

	it('treats a frame in a declared package as app code even if the package name resembles a library', async () => {
		const line = '\tat com.google.shop.Till.open(Till.kt:5)';
		assert.equal(await ask(line, memoryWorld(texts)).then(({ kind }) => kind), 'none');
		assert.equal(await ask(line, world).then(({ kind }) => kind), 'several');
		assert.deepEqual(await reasonOf('\tat com.google.shop.Cart.sum(Cart.kt:5)', world), {
			kind: 'notFound',
			name: 'Cart.kt',
			capped: false,
		});
		assert.deepEqual(await reasonOf('\tat com.google.gson.Gson.read(Gson.java:5)', world), { kind: 'library' });
	});

	it('classifies frames in declared packages as app code without reading any file', () => {
		const frameStatusOf = (line: string) => frameStatus(getFrame(line, undefined, undefined), world.index, world.own);
		assert.equal(frameStatusOf('\tat com.google.shop.Till.open(Till.kt:5)'), 'own');
		assert.equal(frameStatusOf('\tat com.google.shop.Cart.sum(Cart.kt:5)'), 'missing');
		assert.equal(frameStatusOf('\tat com.google.gson.Till.open(Till.kt:5)'), 'library');
	});

	it('finds the source file of a workspace package that is linked into node_modules', async () => {
		const shelf = { 'packages/shelf/src/shelf.ts': 'export function draw() {\n    fail();\n}\n' };
		const line = '    at draw (/home/ci/shop/node_modules/@acme/shelf/src/shelf.ts:2:5)';
		assert.equal((await ask(line, memoryWorld(shelf))).kind, 'none');
		const target = await targetOf(line, { ...memoryWorld(shelf), own: new OwnCode(['npm @acme/shelf']) });
		assert.equal(target.file.path, 'packages/shelf/src/shelf.ts');
	});
});

describe('frame status without file access', () => {
	const { index } = memoryWorld({
		...shop,
		'okio/src/okio/Buffer.java': '',
		'src/Handler.java': '',
		'lib/src/provider.dart': '',
		'packages/shelf/lib/shelf.dart': '',
	});
	const rows: readonly (readonly [line: string, expected: string])[] = [
		['\tat com.example.shop.Cart.total(Cart.kt:9)', 'own'],
		['\tat com.example.shop.Cart.total(Unknown Source:3)', 'own'],
		['\tat com.example.shop.Till.open(Till.kt:9)', 'missing'],
		['\tat android.os.Handler.dispatch(Handler.java:9)', 'library'],
		['\tat okio.Buffer.read(Buffer.java:9)', 'own'],
		['\tat okio.Source.read(Source.java:9)', 'library'],
		['#0      Provider.of (package:provider/src/provider.dart:9:1)', 'library'],
		['#0      Shelf.open (package:shelf/shelf.dart:9:1)', 'own'],
		['\t... 12 more', 'none'],
		['1   Shop   0x0000000102a3b1f0 0x102a30000 + 45552', 'none'],
	];
	for (const [line, expected] of rows) {
		it(`frame status of ${line.trim()} is ${expected}`, () => {
			assert.equal(frameStatus(getFrame(line, undefined, undefined), index), expected);
		});
	}
});
