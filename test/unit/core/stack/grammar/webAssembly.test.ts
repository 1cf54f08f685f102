import * as assert from 'node:assert/strict';
import { isLibraryFrame } from '../../../../../src/core/stack/own/libraryFrame';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { getFrame, itReads, type Row } from '../support/frames';

const after = '    at run (https://acme.example/app.js:1:22)';
const module = 'https://acme.example/cart.wasm';
const image = (name: string) => ({ name, address: '0x1a2b', offset: 6699 });

const rows: readonly Row[] = [
	['    at func (cart.wasm:0x1a2b)', { method: 'func', module: 'cart.wasm', image: image('cart.wasm'), link: 'func' }],
	['    at https://acme.example/cart.wasm:0x1a2b', { module: 'cart.wasm', image: image('cart.wasm') }],
	[
		'    func https://acme.example/cart.wasm:wasm-function[12]:0x1a2b',
		{ method: 'func', module: 'cart.wasm', image: image('cart.wasm'), link: 'func' },
	],
	[
		'    at func (wasm://wasm/1234abcd:wasm-function[12]:0x1a2b)',
		{ method: 'func', module: 'wasm', image: image('wasm'), link: 'func' },
	],
	[
		'    at func (wasm://wasm/1234abcd:wasm-function[12]:0x12)',
		{ method: 'func', module: 'wasm', image: { name: 'wasm', address: '0x12', offset: 18 }, link: 'func' },
	],
	['    at wasm://wasm/1234abcd:wasm-function[12]:0x1a2b', { module: 'wasm', image: image('wasm') }],
	[
		'    at wasm://wasm/cart.wasm-1234abcd:wasm-function[12]:0x1a2b',
		{ module: 'cart.wasm', image: image('cart.wasm') },
	],
	[
		`    at cart::Cart::total(int, int) (${module}:wasm-function[12]:0x1a2b)`,
		{
			type: 'cart::Cart',
			method: 'total',
			module: 'cart.wasm',
			image: image('cart.wasm'),
			link: 'cart::Cart::total(int, int)',
		},
	],
	[
		`    at Module.sum (${module}?v=1:wasm-function[12]:0x1a2b)`,
		{
			type: 'Module',
			method: 'sum',
			enclosing: '#sum',
			module: 'cart.wasm',
			image: image('cart.wasm'),
			link: 'Module.sum',
		},
	],
	[
		`    at Board_Place_mB41D7C05 (${module}:wasm-function[12]:0x1a2b)`,
		{
			method: 'Board_Place_mB41D7C05',
			enclosing: 'Board#Place',
			module: 'cart.wasm',
			image: image('cart.wasm'),
			link: 'Board_Place_mB41D7C05',
		},
	],
	['    at <anonymous>:wasm-function[12]:0x1a2b', { module: 'wasm', image: image('wasm') }],
	['    at wasm-function[12]:0x1a2b', { module: 'wasm', image: image('wasm') }],
	// Notations of other tools for the numbers that engines report.
	['    at func (wasm://wasm/1234abcd:1:6700)', { method: 'func', module: 'wasm', image: image('wasm'), link: 'func' }],
	[`    at ${module}:1:6700`, { module: 'cart.wasm', image: image('cart.wasm') }],
	[
		'    at sum (wasm-1234abcd-12:3)',
		{ method: 'sum', module: 'wasm', image: { name: 'wasm', address: '3', offset: 3 }, link: 'sum' },
	],
	[
		`sum@${module}:wasm-function[12]:0x1a2b`,
		{ method: 'sum', module: 'cart.wasm', image: image('cart.wasm'), link: 'sum' },
	],
	[
		`cart::total(int)@${module}:wasm-function[12]:0x1a2b`,
		{ type: 'cart', method: 'total', module: 'cart.wasm', image: image('cart.wasm'), link: 'cart::total(int)' },
	],
	[
		'@https://acme.example/app.js line 5 > WebAssembly.instantiate:wasm-function[12]:0x1a2b',
		{ module: 'wasm', image: image('wasm') },
	],
	['<?>.wasm-function[12]@[wasm code]', { module: 'wasm', image: { name: 'wasm', address: '' } }],
	[
		'<?>.wasm-function[sum]@[wasm code]',
		{ method: 'sum', module: 'wasm', image: { name: 'wasm', address: '' }, link: 'sum' },
	],
	[
		'cart.wasm.wasm-function[cart::total(int)]@[wasm code]',
		{
			type: 'cart',
			method: 'total',
			module: 'cart.wasm',
			image: { name: 'cart.wasm', address: '' },
			link: 'cart::total(int)',
		},
	],
	['wasm-stub@[wasm code]', { flags: ['synthetic'] }],
];

describe('WebAssembly stack frames', () => {
	itReads(
		'javascript',
		'native',
		rows.flatMap(([text, expected]): Row[] => [
			[text, expected],
			[text, { ...expected, after }],
		]),
	);

	it('treats WebAssembly frames as app code in the stack trace of the calling script', () => {
		const { sections } = parseTrace(['Error: x', ...rows.map(([text]) => text), after].join('\n'));
		const [section, ...others] = sections;
		assert.equal(others.length, 0);
		assert.equal(section?.header?.message, 'x');
		const frames = section.lines.flatMap((line) => (line.kind === 'raw' ? [] : [line]));
		assert.equal(frames.length, rows.length + 1);
		assert.deepEqual(
			frames.filter((frame) => isLibraryFrame(frame)),
			[],
		);
	});

	it('does not mistake sentences that mention WebAssembly for frames', () => {
		for (const text of [
			'at wasm, we stop',
			'a wasm-function[1] of b@c',
			'at (wasm://wasm)',
			'mail@wasm.example: lost',
		]) {
			const lines = parseTrace(`Error: x\n${text}\n${after}`).sections.flatMap((section) => section.lines);
			assert.ok(
				lines.every((line) => line.kind !== 'native'),
				text,
			);
		}
	});
});

describe('WebAssembly stack frames from Dart', () => {
	const dart = { module: 'main.dart.wasm', image: image('main.dart.wasm') };
	const url = 'https://acme.example/main.dart.wasm:wasm-function[12]:0x1a2b';
	itReads('javascript', 'managed', [
		[
			`    at module0.CartView.total (${url})`,
			{ ...dart, type: 'CartView', method: 'total', link: 'module0.CartView.total' },
		],
		[`module0.CartView.total@${url}`, { ...dart, type: 'CartView', method: 'total', link: 'module0.CartView.total' }],
		[`    CartView.total ${url}`, { ...dart, type: 'CartView', method: 'total', link: 'CartView.total' }],
		[
			'    at _RenderFlex&RenderBox&DebugOverflow.paint (main.dart.wasm:0x1a2b)',
			{
				...dart,
				type: '_RenderFlex&RenderBox&DebugOverflow',
				method: 'paint',
				enclosing: 'DebugOverflow#paint',
				link: '_RenderFlex&RenderBox&DebugOverflow.paint',
			},
		],
		[
			'    at CartView.load closure at package:acme_shop/cart.dart:31:7 (main.dart.wasm:0x1a2b)',
			{
				...dart,
				type: 'CartView',
				method: 'load.<anonymous closure>',
				enclosing: 'CartView#load',
				module: 'acme_shop',
				at: 'package:acme_shop/cart.dart:31:7',
				link: 'CartView.load closure at package:acme_shop/cart.dart:31:7',
			},
		],
		[
			'    at CartView.load inner (main.dart.wasm:0x1a2b)',
			{ ...dart, type: 'CartView', method: 'load', link: 'CartView.load inner' },
		],
		[
			'    at CartView.load tear-off trampoline (main.dart.wasm:0x1a2b)',
			{ ...dart, type: 'CartView', method: 'load', flags: ['synthetic'], link: 'CartView.load tear-off trampoline' },
		],
		[
			'    at $DomWindowExtension|requestFrame (main.dart.wasm:0x1a2b)',
			{ ...dart, type: 'DomWindowExtension', method: 'requestFrame', link: '$DomWindowExtension|requestFrame' },
		],
		[
			'    at closure wrapper at org-dartlang-sdk:///lib/a.dart:154:39 trampoline (main.dart.wasm:0x1a2b)',
			{ ...dart, flags: ['synthetic'] },
		],
	]);

	it("treats Flutter's graphics engine as library code", () => {
		const { kind, image, ...rest } = getFrame('    at skwasm.wasm:0x1a2b', after, 'javascript');
		assert.deepEqual([kind, image?.name, image?.offset], ['native', 'skwasm.wasm', 6699]);
		assert.ok(isLibraryFrame({ kind, ...(image && { image }), ...rest }));
	});
});
