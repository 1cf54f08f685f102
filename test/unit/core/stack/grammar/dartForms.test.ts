import * as assert from 'node:assert/strict';
import { flutterSymbolizeRun } from '../../../../../src/core/stack/mapping/tools/flutterSymbolize';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { readTraces } from '../../../../../src/core/stack/texts/readTraces';
import type { Frame, Trace } from '../../../../../src/core/stack/trace/model';
import { assertNothingLost } from '../support/coverage';
import { itReads, type Row } from '../support/frames';

function getFrames({ sections }: Trace): Frame[] {
	return sections.flatMap(({ lines }) => lines.flatMap((line) => (line.kind === 'raw' ? [] : [line])));
}

function meaning({ kind, type, method, enclosing, file, line1, column1, position, image }: Frame) {
	return { kind, type, method, enclosing, file, line1, column1, position, image };
}

const isolate = '_kDartIsolateSnapshotInstructions';
const obfuscated = {
	position: { kind: 'aot', offset: 0x1f80f1 } as const,
	image: { name: isolate, address: '0x0', offset: 0x52a9f },
};
const address = `#00 abs 0 virt 00000000001f80f1 ${isolate}+0x52a9f`;

describe('Dart frames from crash reporters', () => {
	const wrappings = [
		[`       at .    ${address}(.java)`, 'file of Java'],
		[`       at .    ${address}(:0)`, 'no file'],
		[`at .    ${address}(Unknown Source)`, 'unknown source'],
		[`at Cart.    ${address}(SourceFile:1)`, 'class'],
		[`0  ???                            0x0 (null).    ${address}`, 'no image'],
		[`12  ???  0x0 (null). ${address}`, 'fewer blanks'],
		[`3  Runner                         0x0000000100a3b5c8 (null).    ${address}`, 'image'],
		[`0\t???\t0x0 (null).    ${address}(.java)`, 'tabs'],
	] as const;
	itReads(
		'dart',
		'native',
		wrappings.map(([line]): Row => [line, obfuscated]),
	);

	const named = { type: 'Cart', method: 'total' };
	const view = { type: '_CartPageState', method: 'build.<fn>', enclosing: '_CartPageState#build' };
	itReads('dart', 'managed', [
		['       at Cart.total(cart.dart:31)', { ...named, at: 'cart.dart:31' }],
		['       at ._CartPageState.build.<fn>(cart_page.dart:58)', { ...view, at: 'cart_page.dart:58' }],
		[
			'       at Cart.total(package:acme_shop/cart.dart:31)',
			{ ...named, module: 'acme_shop', at: 'package:acme_shop/cart.dart:31' },
		],
		['0  ???                            0x0 Cart.total + 31 (cart.dart:31)', { ...named, at: 'cart.dart:31' }],
		['1  ???   0x0 _CartPageState.build.<fn> + 58 (cart_page.dart:58)', { ...view, at: 'cart_page.dart:58' }],
		[
			'0  ???                            0x0 (null). #0      Cart.total (package:acme_shop/cart.dart:31:7)',
			{ ...named, module: 'acme_shop', at: 'package:acme_shop/cart.dart:31:7' },
		],
		[
			'1  ???    0x0 (null). #1      Cart.total (/Users/ci/shop/cart.dart:31)',
			{ ...named, at: '/Users/ci/shop/cart.dart:31' },
		],
		[
			'dart_sdk.js:18813 package:acme_shop/cart.dart 31:7      Cart.total',
			{
				...named,
				module: 'acme_shop',
				at: 'package:acme_shop/cart.dart:31:7',
				link: 'package:acme_shop/cart.dart 31:7',
			},
		],
	]);

	const pointers = 'sp(0x76e35faff0) fp(0x76e35fb048) pc(0x76b87e83c8)';
	itReads('dart', 'managed', [
		[
			`[dart     : ${pointers} *dart:convert_Utf8Encoder_convert ]`,
			{
				type: 'Utf8Encoder',
				method: 'convert',
				module: 'dart:convert',
				at: 'dart:convert',
				link: 'Utf8Encoder_convert',
			},
		],
	]);

	it('reads the exception code of a crash of the Dart VM on Windows', () => {
		const text = 'ExceptionCode=-1073741819, ExceptionFlags=0\n  pc 0x00007ff73d6154cf fp 0x0000000099a79e01 Run+0x1f';
		assert.equal(parseTrace(text).sections[0]?.header?.type, '0xC0000005');
	});

	it('parses a number sign in the name of an Apple image as part of the name', () => {
		const text = '0  Shop#2   0x0000000102a3b5c8 Cart.total + 31 (Cart.swift:31)';
		assert.equal(getFrames(parseTrace(text))[0]?.file, 'Cart.swift');
	});

	it('passes obfuscated frames to flutter symbolize in the format of the Dart runtime', () => {
		const frames = [
			`0  ???   0x0 (null).    #00 abs 0000000106d377c1 ${isolate}+0xa0fc1`,
			`       at .    ${address}(.java)`,
			`    #02 abs 000000723d6346d7 virt 00000000001ed6d7\n${isolate}+0x1e26d7`,
			`    #03 abs 000000723d6346d7 virt 00000000001ed6d7 ${isolate}+0x1e26d7`,
		];
		const text = `build_id: '0a1b2c3d'\n${frames.join('\n')}`;
		const run = flutterSymbolizeRun(getFrames(parseTrace(text)), '/symbols/app.symbols', text);
		assert.ok('input' in run);
		assert.deepEqual(run.input?.split('\n'), [
			"build_id: '0a1b2c3d'",
			`    #00 abs 0000000106d377c1 ${isolate}+0xa0fc1`,
			`    #01 abs 0 virt 00000000001f80f1 ${isolate}+0x52a9f`,
			`    #02 abs 000000723d6346d7 virt 00000000001ed6d7 ${isolate}+0x1e26d7`,
			'',
			`    #03 abs 000000723d6346d7 virt 00000000001ed6d7 ${isolate}+0x1e26d7`,
		]);
	});
});

const longFrames = [
	'#0      _CartPageState.build.<anonymous closure> (package:acme_shop/src/features/cart/presentation/cart_page.dart:58:12)',
	'#1      _CheckoutPageState._loadAddressesOfCustomer.<anonymous closure>.<anonymous closure> (package:acme_shop/cart.dart:5:1)',
	'#2      new ShoppingCartRepositoryWithCacheAndRetries.fromPreferences (package:acme_shop/src/data/carts.dart:31:7)',
	'#3      StatefulElement.build (package:flutter/src/widgets/framework.dart:5583:27)',
	'#4      main.<anonymous closure>.<anonymous closure>.<anonymous closure> (file:///Users/ci/shop/lib/main.dart:20:18)',
	'#5      Map<String, ShoppingCartItem>.putIfAbsentOrUpdateOtherwise (package:acme_shop/src/collections.dart:7:3)',
	`    #06 abs 000000723d6346d7 virt 00000000001ed6d7 ${isolate}+0x1e26d7`,
	`    #07 abs 000000723d6346d7 ${isolate}WithALongNameForThisTest+0x1e26d7`,
	'package:acme_shop/src/features/cart/presentation/pages/checkout/delivery/addresses/customer_addresses_page.dart 58:12       _CartPageState.build.<fn>',
	'#8      _rootRunUnary (dart:async/zone.dart:1538:47)',
];

function wrappedAtBlanks(text: string, columns: number): string {
	const lines = [''];
	for (const word of text.split(/(?<=\S)(?=\s)/)) {
		const last = lines.at(-1) ?? '';
		if (last.trim() !== '' && (last + word).length > columns) {
			lines.push(word.trimStart());
		} else {
			lines[lines.length - 1] = last + word;
		}
	}
	return lines.join('\n');
}

function wrappedAnywhere(text: string, columns: number): string {
	return text.replace(new RegExp(`(.{${columns}})(?=.)`, 'g'), '$1\n');
}

describe('wrapped Dart frames', () => {
	for (const columns of [80, 100]) {
		for (const [name, wrap] of [
			['at spaces', wrappedAtBlanks],
			['at any character', wrappedAnywhere],
		] as const) {
			it(`parses Dart frames that were wrapped ${name} after ${columns} columns`, () => {
				const text = longFrames.map((frame) => wrap(frame, columns)).join('\n');
				assert.ok(text.split('\n').length > longFrames.length);
				const trace = parseTrace(text);
				assertNothingLost(trace, text);
				assert.deepEqual(getFrames(trace).map(meaning), getFrames(parseTrace(longFrames.join('\n'))).map(meaning));
			});
		}
	}

	it('includes the continuation line of the last wrapped Dart frame in the stack trace', () => {
		const [frame = ''] = longFrames;
		const text = `${wrappedAtBlanks(frame, 80)}\n\nother text`;
		const [found] = readTraces(text, 'text', undefined);
		assert.equal(found?.text, wrappedAtBlanks(frame, 80));
		assert.equal(found?.links.length, 1);
	});

	it('does not join wrapped Dart frames with unrelated text', () => {
		const text =
			'#0      Cart.total\nnot a frame (package:acme_shop/cart.dart)\n\n#1      Cart.total\n#2      main (a.dart:1:2)';
		assert.deepEqual(
			getFrames(parseTrace(text)).map(({ method }) => method),
			['main'],
		);
	});
});

describe('Flutter error reports', () => {
	const stack = '#0      Cart.total (package:acme_shop/cart.dart:31:7)';

	function headerOf(text: string): readonly [type: string, message: string] {
		const headers = parseTrace(text).sections.flatMap(({ header }) => (header ? [header] : []));
		assert.equal(headers.length, 1, JSON.stringify(headers));
		return [headers[0]?.type ?? '', headers[0]?.message ?? ''];
	}

	const errors: readonly (readonly [name: string, message: string, type: string])[] = [
		['LateError', "LateInitializationError: Field 'cart' has not been initialized.", 'LateError'],
		['_TypeError', 'Null check operator used on a null value', '_TypeError'],
		['StateError', 'Bad state: no cart', 'StateError'],
		['assertion', 'A RenderFlex overflowed by 42 pixels on the right.', 'AssertionError'],
		['message', 'no cart', ''],
		['CartProblem object', 'no cart', 'CartProblem'],
		['RangeError', 'RangeError (index): Invalid value: Valid value range is empty: 0', 'RangeError'],
		['FormatException', 'FormatException: Unexpected character (at character 1)', 'FormatException'],
		['Problem<int,String>', 'no cart', 'Problem<int,String>'],
		['NoSuchMethodError', "NoSuchMethodError: The getter 'price' was called on null.", 'NoSuchMethodError'],
	];
	for (const [name, message, type] of errors) {
		it(`reads the type and message from a Flutter error report: ${name}`, () => {
			for (const prefix of ['', 'I/flutter (12345): ']) {
				const lines = [
					'══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞═══════════',
					`The following ${name} was thrown building CartPage(dirty, state: _CartPageState#1a2b3):`,
					message,
					'',
					'The relevant error-causing widget was:',
					'  CartPage CartPage:file:///Users/ci/shop/lib/main.dart:20:18',
					'',
					'When the exception was thrown, this was the stack:',
					stack,
					'═════════════════════════════════════════════════════',
				];
				const text = lines.map((line) => prefix + line).join('\n');
				assert.deepEqual(headerOf(text), [type, message]);
				assertNothingLost(parseTrace(text), text);
			}
		});
	}

	it('reads only the frames of a Flutter error report whose empty lines are missing', () => {
		for (const widget of [
			'CartPage:file:///Users/ci/shop/lib/main.dart:20:18',
			'CartPage CartPage:file:///Users/ci/shop/lib/main.dart:20:18',
			'CartPage file:///D:/shop/lib/main.dart:20:18',
		]) {
			const text = [
				'The following StateError was thrown building CartPage(dirty):',
				'Bad state: no cart',
				'The relevant error-causing widget was:',
				'  CartPage',
				`  ${widget}`,
				'When the exception was thrown, this was the stack:',
				'packages/shop/cart.dart 31:7   total',
				'packages/shop/main.dart 58:3   main',
			].join('\n');
			const trace = parseTrace(text);
			assert.deepEqual(headerOf(text), ['StateError', 'Bad state: no cart']);
			assert.deepEqual(
				getFrames(trace).map(({ file }) => file),
				['packages/shop/cart.dart', 'packages/shop/main.dart'],
			);
			assert.equal(trace.sections.length, 1);
		}
	});

	it('ignores locations that a console adds to the lines of a Dart stack', () => {
		const text = `Bad state: no cart\n${stack}\nlogger.dart:31\n${stack.replace('#0', '#1')}\nlogger.dart:31`;
		assert.deepEqual(headerOf(text), ['', 'Bad state: no cart']);
		assert.equal(readTraces(text, 'text', undefined).length, 1);
	});

	it('recognizes Flutter error reports with a wrapped title and a multiline message', () => {
		const title =
			'The following assertion was thrown building CartPage(dirty, dependencies: [A, B],\nstate: _CartPageState#1a2b3):';
		assert.deepEqual(headerOf(`${title}\nfirst line\nsecond line\n\nother text\n${stack}`), [
			'AssertionError',
			'first line\nsecond line',
		]);
	});

	it('reads the error type and message from the line that the Flutter engine logs', () => {
		const captions = [
			'[ERROR:flutter/runtime/dart_vm_initializer.cc(40)] Unhandled Exception: ',
			'[ERROR:flutter/lib/ui/ui_dart_state.cc(209)] Unhandled Exception: ',
			'[VERBOSE-2:dart_vm_initializer.cc(41)] Unhandled Exception: ',
			'[ERROR:flutter/shell/common/shell.cc(93)] Dart Unhandled Exception: ',
			'[ERROR:topaz/lib/tonic/logging/dart_error.cc(16)] Unhandled exception:\n',
		];
		for (const caption of captions) {
			assert.deepEqual(headerOf(`${caption}Bad state: no cart\n${stack}`), ['', 'Bad state: no cart']);
		}
		assert.deepEqual(headerOf(`${captions[0]}FormatException: no\n${stack}`), ['FormatException', 'no']);
	});

	it('finds the error line of the Flutter engine in a log', () => {
		const text = `E/flutter ( 1): [ERROR:flutter/runtime/a.cc(40)] Unhandled Exception: Bad state: no\nE/flutter ( 1): ${stack}`;
		const [found] = readTraces(text, 'text', undefined);
		assert.equal(found?.trace.sections[0]?.header?.message, 'Bad state: no');
	});
});

describe('stack traces in boxes drawn by loggers', () => {
	const frames = ['#0   Cart.total (package:acme_shop/cart.dart:31:7)', '#1   main (package:acme_shop/main.dart:3:5)'];
	const boxes = [
		['┌────────', '│ ', '├┄┄┄┄┄┄┄┄', '└────────'],
		['╔════════', '║ ', '╟────────', '╚════════'],
		['┏━━━━━━━━', '┃ ', '┣━━━━━━━━', '┗━━━━━━━━'],
		['╭────────', '│ ', '├────────', '╰────────'],
		['+--------', '| ', '|--------', '+--------'],
	] as const;
	for (const [top, side, middle, bottom] of boxes) {
		for (const prefix of ['', 'I/flutter (12345): ']) {
			it(`parses frames in a logger's box ${prefix}${top} ${side} ${middle} ${bottom}`, () => {
				const lines = [top, ...frames.map((frame) => side + frame), middle, `${side}could not load`, bottom];
				const text = lines.map((line) => prefix + line).join('\n');
				const trace = parseTrace(text);
				assertNothingLost(trace, text);
				assert.deepEqual(getFrames(trace).map(meaning), getFrames(parseTrace(frames.join('\n'))).map(meaning));
				const [found] = readTraces(text, 'text', undefined);
				assert.deepEqual(
					found?.links.map(({ start, end }) => text.slice(start, end)),
					['package:acme_shop/cart.dart:31:7', 'package:acme_shop/main.dart:3:5'],
				);
			});
		}
	}

	it("reads the message above the frames in a logger's box", () => {
		const text = `┌──────\n│ Bad state: no cart\n├┄┄┄┄┄┄\n│ ${frames[0]}\n└──────`;
		assert.equal(parseTrace(text).sections.find(({ header }) => header)?.header?.message, 'Bad state: no cart');
	});
});
