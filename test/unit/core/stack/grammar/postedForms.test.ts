import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { assertNothingLost } from '../support/coverage';

interface Row {
	readonly name: string;
	readonly text: string;
	/** Every header as `type: message`. */
	readonly headers: readonly string[];
	/** Frames as `method@file:line:column`, without unknown parts. */
	readonly frames: readonly string[];
}

const rows: readonly Row[] = [
	{
		name: "Next.js's error page",
		text: 'TypeError: no cart\n\nCall Stack\nCart.total\nsrc/cart.tsx (31:29)\nasync load\nwebpack-internal:///(app)/./src/load.ts (5:7)\nArray.map\n<anonymous>\nShow ignored frames',
		headers: ['TypeError: no cart'],
		frames: ['total@src/cart.tsx:31:29', 'async load@webpack-internal:///(app)/./src/load.ts:5:7', 'map@'],
	},
	{
		name: 'NativeScript on Android',
		text: `com.tns.NativeScriptException:\nTypeError: no cart\nFile: "file:///app/cart.js, line: 31, column: 28\n\nStackTrace:\n\tFrame: function:'Cart.total', file:'file:///app/cart.js', line: 31, column: 29\n\tFrame: function:'require', file:'', line: 1, column: 266`,
		headers: ['com.tns.NativeScriptException: ', 'TypeError: no cart'],
		frames: ['total@file:///app/cart.js:31:29', 'require@'],
	},
	{
		name: 'NativeScript without at before the first frame',
		text: 'TypeError: no cart\nStackTrace:\ntotal(file: src/cart.ts:31:29)\n\tat load(file: src/cart.ts:58:7)',
		headers: ['TypeError: no cart'],
		frames: ['total@src/cart.ts:31:29', 'load@src/cart.ts:58:7'],
	},
	{
		name: 'React Native with cut Hermes addresses',
		text: 'TypeError: no cart, js engine: hermes, stack:\ntotal (address at@1:161\napply@-1\nload@1:512',
		headers: ['TypeError: no cart'],
		frames: ['total@:1:161', 'apply@', 'load@:1:512'],
	},
	{
		name: 'Reanimated worklets',
		text: 'Error: no cart\n    at total (/src/Cart.tsx (31:29):1:90)\n    at total (native)',
		headers: ['Error: no cart'],
		frames: ['total@/src/Cart.tsx:31:29', 'total@'],
	},
	{
		name: 'warnings of Node.js',
		text: '(node:412) UnhandledPromiseRejectionWarning: TypeError: no cart\n    at total (/src/cart.js:31:29)',
		headers: ['TypeError: no cart'],
		frames: ['total@/src/cart.js:31:29'],
	},
	{
		name: 'errors with properties in Node.js',
		text: "{ CartError: no cart\n    at total (/src/cart.js:31:29)\n  code: 'E7' }",
		headers: ['CartError: no cart'],
		frames: ['total@/src/cart.js:31:29'],
	},
	{
		name: 'bundlers',
		text: 'error: bundling failed: TypeError: no cart\n    at total (/src/cart.js:31:29)\n[vite] Error when evaluating SSR module /src/cart.js:\n|- TypeError: no order\n    at load (/src/cart.js:58:7)',
		headers: ['TypeError: no cart', 'TypeError: no order'],
		frames: ['total@/src/cart.js:31:29', 'load@/src/cart.js:58:7'],
	},
	{
		name: '.NET for Apple platforms',
		text: '2026-11-20 10:00:00.123 Shop[123:4567] Unhandled managed exception: no cart (System.ArgumentException)\n  at Shop.Cart.Total (System.Int32 id) [0x0001b] in /src/Cart.cs:31',
		headers: ['System.ArgumentException: no cart'],
		frames: ['Total@/src/Cart.cs:31'],
	},
	{
		name: '.NET errors in log entries',
		text: '[Warn  10:00:00.123] Caught an exception - System.ArgumentException: no cart\n   at Shop.Cart.Total(Int32 id) in C:\\src\\Cart.cs:line 31',
		headers: ['System.ArgumentException: no cart'],
		frames: ['Total@C:\\src\\Cart.cs:31'],
	},
	{
		name: 'ThreadSanitizer',
		text: 'WARNING: ThreadSanitizer: data race (pid=12)\n  Read of size 4 at 0x7b04 by thread T2:\n    #0 __13-[Cart total]_block_invoke Cart.m:31 (Shop:arm64+0x13a)\n    #1 -[Cart load] <null>:190 (Shop:arm64+0x13b)\n    #2 shop::Cart::total(int, char) /src/cart.cpp:40:9 (Shop+0x13c)\n    #3 shop::load(int, char) (Shop+0x13d)',
		headers: ['data race: '],
		frames: ['__13-[Cart total]_block_invoke@Cart.m:31', 'load@', 'total@/src/cart.cpp:40:9', 'load@'],
	},
	{
		name: 'UndefinedBehaviorSanitizer',
		text: '../src/cart.cpp:40:9: runtime error: signed integer overflow\nSUMMARY: UndefinedBehaviorSanitizer: undefined-behavior ../src/cart.cpp:40:9 in\nC:\\src\\cart.cpp:52:3: runtime error: null pointer',
		headers: ['undefined-behavior: signed integer overflow', 'undefined-behavior: null pointer'],
		frames: ['@../src/cart.cpp:40:9', '@C:\\src\\cart.cpp:52:3'],
	},
	{
		name: 'Go without indentation',
		text: 'panic: no cart\n\ngoroutine 17 [running]:\nmain.(*Cart).Total(0xc0, 0x0)\n/src/cart.go:40 +0x1d\nmain.load(...)\n/src/load.go:52',
		headers: ['panic: no cart', ': goroutine 17 [running]'],
		frames: ['Total@/src/cart.go:40', 'load@/src/load.go:52'],
	},
	{
		name: 'old panics of Rust without columns',
		text: "thread 'main' panicked at 'no cart', ../src/cart.rs:31\nnote: Run with `RUST_BACKTRACE=1` for a backtrace.",
		headers: ['panicked: no cart'],
		frames: ['@../src/cart.rs:31'],
	},
];

describe('stack traces in forms that people post', () => {
	for (const { name, text, headers, frames } of rows) {
		it(`reads a stack trace of ${name}`, () => {
			const trace = parseTrace(text);
			assertNothingLost(trace, text);
			assert.deepEqual(
				trace.sections.flatMap(({ header }) => (header ? [`${header.type}: ${header.message}`] : [])),
				headers,
			);
			const found = trace.sections
				.flatMap(({ lines }) => lines)
				.flatMap((line) => (line.kind === 'raw' || line.kind === 'gap' ? [] : [line]));
			assert.deepEqual(
				found.map(({ method = '', file = '', line1, column1 }) =>
					[`${method}@${file}`, line1, column1].filter((part) => part !== undefined).join(':'),
				),
				frames,
			);
		});
	}
});
