import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads } from '../support/frames';

const file = 'package:acme_shop/cart.dart';
const own = { module: 'acme_shop' };

describe('Dart stack frames', () => {
	itReads('dart', 'managed', [
		[`#0      Cart.total (${file}:31:7)`, { ...own, type: 'Cart', method: 'total', at: `${file}:31:7` }],
		[`#1      Cart.total (${file}:31)`, { ...own, type: 'Cart', method: 'total', at: `${file}:31` }],
		[`#2      Cart.total (${file})`, { ...own, type: 'Cart', method: 'total', at: file }],
		[`#3      Cart.total (${file}:31:7))`, { ...own, type: 'Cart', method: 'total', at: `${file}:31:7` }],
		[
			'#4      CartView.build.<anonymous closure> (file:///C:/src/acme shop (1)/lib/cart_view.dart:88)',
			{
				type: 'CartView',
				method: 'build.<anonymous closure>',
				enclosing: 'CartView#build',
				at: 'file:///C:/src/acme shop (1)/lib/cart_view.dart:88',
			},
		],
		[`#5      main (${file}:4:3)`, { ...own, method: 'main', at: `${file}:4:3` }],
		[
			`#6      main.<anonymous closure> (${file}:4:3)`,
			{ ...own, method: 'main.<anonymous closure>', enclosing: '#main', at: `${file}:4:3` },
		],
		[
			`#7      <anonymous closure> (${file}:4:3)`,
			{ ...own, method: '<anonymous closure>', enclosing: undefined, at: `${file}:4:3` },
		],
		[
			`#8      new Cart (${file}:4:3)`,
			{ ...own, type: 'Cart', method: 'new Cart', enclosing: 'Cart#Cart', at: `${file}:4:3`, flags: ['constructor'] },
		],
		[
			`#9      new Cart.empty (${file}:4:3)`,
			{
				...own,
				type: 'Cart',
				method: 'new Cart.empty',
				enclosing: 'Cart#empty',
				at: `${file}:4:3`,
				flags: ['constructor'],
			},
		],
		[
			'#10     List.[]= (dart:core-patch/growable_array.dart:273:5)',
			{ type: 'List', method: '[]=', at: 'dart:core-patch/growable_array.dart:273:5', module: 'dart:core-patch' },
		],
		[`#11     Cart.== (${file}:4:3)`, { ...own, type: 'Cart', method: '==', at: `${file}:4:3` }],
		[`#12     Text|shout (${file}:4:3)`, { ...own, type: 'Text', method: 'shout', at: `${file}:4:3` }],
		[
			`#13     _View&State&Ticker.dispose (${file}:4:3)`,
			{
				...own,
				type: '_View&State&Ticker',
				method: 'dispose',
				enclosing: 'Ticker#dispose',
				at: `${file}:4:3`,
			},
		],
		[
			`#14     Cart.load.parse (${file}:4:3)`,
			{ ...own, type: 'Cart', method: 'load.parse', enclosing: 'Cart#load', at: `${file}:4:3` },
		],
		[
			'#15     _rootRun (dart:async/zone.dart:1399:13)',
			{ method: '_rootRun', at: 'dart:async/zone.dart:1399:13', module: 'dart:async' },
		],
		[
			'#16     _Future._complete (dart:async)',
			{ type: '_Future', method: '_complete', at: 'dart:async', module: 'dart:async' },
		],
		[
			'#17     Engine.run (org-dartlang-sdk:///flutter/engine.dart:1:2)',
			{ type: 'Engine', method: 'run', at: 'org-dartlang-sdk:///flutter/engine.dart:1:2' },
		],
		[
			`${file} 31:7         Cart.total`,
			{ ...own, type: 'Cart', method: 'total', at: `${file}:31:7`, link: `${file} 31:7` },
		],
		[
			`${file} 31           Cart.load.<fn>`,
			{ ...own, type: 'Cart', method: 'load.<fn>', enclosing: 'Cart#load', at: `${file}:31`, link: `${file} 31` },
		],
		[
			'../../core/lib/cart.dart 31:7         Cart.total',
			{ type: 'Cart', method: 'total', at: '../../core/lib/cart.dart:31:7', link: '../../core/lib/cart.dart 31:7' },
		],
		[
			'lib/main.dart 12:3                 main',
			{ method: 'main', at: 'lib/main.dart:12:3', link: 'lib/main.dart 12:3' },
		],
		[
			'dart:async                         _Future.then',
			{ type: '_Future', method: 'then', at: 'dart:async', module: 'dart:async', link: '_Future.then' },
		],
		['<asynchronous suspension>', { kind: 'gap', platform: 'unknown' }],
		['===== asynchronous gap ===========================', { kind: 'gap', platform: 'unknown' }],
		['...', { kind: 'gap', platform: 'unknown' }],
		['(elided 24 frames from class _Timer and dart:async)', { kind: 'elided', count: 24, platform: 'unknown' }],
		['...     Normal element mounting (34 frames)', { kind: 'elided', count: 34, platform: 'unknown' }],
	]);

	itReads('dart', 'native', [
		[
			'    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7',
			{
				position: { kind: 'aot', offset: 0x1ed6d7 },
				image: { name: '_kDartIsolateSnapshotInstructions', address: '0x0000007a1b2c3d4e', offset: 0x1e26d7 },
			},
		],
		[
			'    #01 abs 0000007a1b2c3d4e _kDartVmSnapshotInstructions+0x1e26d7',
			{
				position: { kind: 'aot', offset: 0x1e26d7 },
				image: { name: '_kDartVmSnapshotInstructions', address: '0x0000007a1b2c3d4e', offset: 0x1e26d7 },
			},
		],
		[
			'    #02 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7',
			{
				after: "build_id: 'c3e1b0f2'",
				position: { kind: 'aot', offset: 0x1ed6d7 },
				image: {
					name: '_kDartIsolateSnapshotInstructions',
					address: '0x0000007a1b2c3d4e',
					offset: 0x1e26d7,
					buildId: 'c3e1b0f2',
				},
			},
		],
	]);

	it("parses Dart frames and the exception's toString() output above them as one section", () => {
		const { sections } = parseTrace(
			`Null check operator used on a null value\n\n#0      Cart.total (${file}:31:7)\n<asynchronous suspension>\n`,
		);
		assert.deepEqual(
			sections.map(({ header, lines }) => [header?.type, header?.message, lines.map(({ kind }) => kind)]),
			[['', 'Null check operator used on a null value', ['raw', 'managed', 'gap', 'raw']]],
		);
	});

	it('parses obfuscated Dart frames below the header lines of their stack trace', () => {
		const { sections, platform } = parseTrace(
			[
				'Bad state: No element',
				'*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***',
				'pid: 4120, tid: 4143, name 1.ui',
				'os: android arch: arm64 comp: yes sim: no',
				"build_id: 'c3e1'",
				'isolate_dso_base: 7000000000, vm_dso_base: 7000000000',
				'isolate_instructions: 700001a000, vm_instructions: 7000014000',
				'    #00 abs 0000007a1b2c3d4e virt 00000000001ed6d7 _kDartIsolateSnapshotInstructions+0x1e26d7',
			].join('\n'),
		);
		assert.equal(platform, 'dart');
		assert.deepEqual(
			sections.map(({ header, lines }) => [header?.message, lines.length]),
			[['Bad state: No element', 7]],
		);
	});
});
