import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { createQueries } from '../../../../../src/core/records/queries';
import { Snapshot } from '../../../../../src/core/records/query/execution/snapshot';
import { derivedCodes } from '../../../../../src/core/records/query/keys/derivedCodes';
import { partCodes, textsOfCodes } from '../../../../../src/core/records/query/keys/keyCodes';
import type { DerivedKey } from '../../../../../src/core/records/query/keys/keyOfText';
import { OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { groupWords } from '../../../../../src/shared/groupLabels';
import type { GroupValue } from '../../../../../src/shared/groupValue';
import type { GroupKey } from '../../../../../src/shared/results';
import { labelledFrames } from '../../stack/locate/support/labels';
import { groupKeyOfText } from '../../stack/support/groupKeyOfText';
import { sampleTraces } from '../../stack/support/sampleTraces';
import { wholeTraces } from '../../stack/support/wholeTraces';
import { asking, getNumbers, itOfFiles, textTable, wholeFile } from './support/querying';

const key: GroupKey = { kind: 'topFrame' };
const all = { view: wholeFile, order: 'records', descending: true, start: 0, end: 100_000, trendParts: 0 } as const;
const { signal } = new AbortController();
const address = '0x0000000102a3b5c8';

async function valuesOf(rows: readonly (readonly string[])[], names = ['error']): Promise<readonly GroupValue[]> {
	const ask = asking(textTable('raw', rows, names));
	const values: GroupValue[] = [];
	for (const { value } of (await ask.groups({ ...all, key })).page) {
		for (const number of await getNumbers(ask, { filters: [{ kind: 'group', key, values: [value] }], sort: [] })) {
			values[number] = value;
		}
	}
	return values;
}

const getFrame = (value: GroupValue | undefined) =>
	typeof value === 'object' && 'frame' in value ? value.frame : value;

const cases: readonly (readonly [name: string, frame: string, text: string])[] = [
	[
		'the crashed thread in an Apple crash report',
		'Cart.sum',
		`Triggered by Thread: 3\n\nThread 0:\n0   libsystem_kernel.dylib   ${address} mach_msg_trap + 8\n1   Shop   ${address} Main.wait() + 4\n\nThread 3 Crashed:\n0   Shop   ${address} Cart.sum() + 120\n1   Shop   ${address} Till.pay() + 4`,
	],
	[
		'the innermost Java cause',
		'com.acme.Db.read',
		'java.lang.RuntimeException: a\n\tat com.acme.Till.pay(Till.kt:4)\nCaused by: java.io.IOException: b\n\tat java.io.FileInputStream.open(FileInputStream.java:1)\n\tat com.acme.Db.read(Db.kt:9)\n\t... 1 more',
	],
	[
		'a native abort',
		'acme::Cart.sum',
		`*** *** *** *** ***\nsignal 6 (SIGABRT), code -1 (SI_QUEUE)\nbacktrace:\n      #00 pc 0000000000089b0c  /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)\n      #01 pc 0000000000012345  /data/app/x/lib/arm64/libcart.so (acme::Cart::sum(int)+12)`,
	],
	[
		'a Rust panic',
		'shop::cart.sum',
		"thread 'main' panicked at src/cart.rs:7:5:\nboom 3\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/abc/library/std/src/panicking.rs:645:5\n   1: core::panicking::panic_fmt\n             at /rustc/abc/library/core/src/panicking.rs:72:14\n   2: shop::cart::sum\n             at ./src/cart.rs:7:5\n   3: shop::main\n             at ./src/main.rs:2:5",
	],
	[
		'a Go panic',
		'cart.go.sum',
		'panic: boom\n\ngoroutine 1 [running]:\nmain.sum(0x3)\n\t/home/somebody/shop/cart.go:12 +0x1d\nmain.main()\n\t/home/somebody/shop/main.go:5 +0x20\nexit status 2',
	],
	[
		'a Dart error',
		'Cart.add',
		'Bad state: no\n#0      Cart.add (package:shop/cart.dart:12:5)\n#1      main (package:shop/main.dart:3:1)',
	],
];

export function topFrameSuite(): void {
	describe('top frame', () => {
		it('top frame of every stack trace is the first of the frames that determine the group', async () => {
			const labelled = ['unity', 'flutter', 'xcode', 'dotnet', 'gradle', 'react-native'].flatMap((name) =>
				[...new Set(labelledFrames(name).map(({ trace }) => trace))].map(({ lines }) => lines.join('\n')),
			);
			const texts = [
				...sampleTraces(3).map(({ text }) => text),
				...wholeTraces.map(({ text }) => text),
				...labelled,
				...cases.map(([, , text]) => text),
			];
			const values = await valuesOf(texts.map((text) => [text]));
			assert.ok(labelled.length > 20, 'there are fixtures');
			for (const [record, text] of texts.entries()) {
				assert.equal(getFrame(values[record]), groupKeyOfText(text).frames[0] ?? '', text);
			}
		});

		for (const [name, frame, text] of cases) {
			it(`selects the top frame of ${name}`, async () => {
				assert.deepEqual((await valuesOf([[text]])).map(getFrame), [frame]);
			});
		}

		it('top frame is the same for two builds of the same error', async () => {
			const build = (line: number) =>
				`a.B: ${line}\n\tat com.acme.Cart.sum(Cart.kt:${line})\n\tat com.acme.Till.pay(Till.kt:${line})`;
			const [one, other] = await valuesOf([[build(17)], [build(19)]]);
			assert.equal(one, other);
		});

		it('top frame is empty if the text contains no frames', async () => {
			const texts = [
				'',
				'lost 3',
				'nothing happened (at all) here\nreally',
				'{"screen":"cart"}',
				'a.B: x\n\t... 3 more',
			];
			assert.deepEqual(
				await valuesOf(texts.map((text) => [text])),
				texts.map(() => ''),
			);
		});

		it('top frame comes from the column that contains the frames', async () => {
			const stack = 'a.B: x\n\tat com.acme.Cart.sum(Cart.kt:1)';
			const rows = [
				['lost 3', JSON.stringify({ stack })],
				['', '{}'],
			];
			assert.deepEqual((await valuesOf(rows, ['error', 'error_json'])).map(getFrame), ['com.acme.Cart.sum', '']);
		});

		it('top frame is the first app frame according to the packages declared in the workspace', async () => {
			const text = 'a.B: x\n\tat com.google.shop.Till.open(Till.kt:1)\n\tat com.acme.Cart.add(Cart.java:1)';
			for (const [own, title] of [
				[new OwnCode([]), 'Cart.add'],
				[new OwnCode(['package com.google.shop']), 'Till.open'],
			] as const) {
				const { answer } = createQueries(textTable('raw', [[text]], ['error']), () => own);
				const { page } = await answer.groups({ ...all, key }, { signal, report: () => undefined });
				assert.deepEqual(
					page.map(({ value }) => groupWords(key, value).title),
					[title],
				);
			}
		});

		itOfFiles('parses each stack trace only once for top frames and for grouping by frames', async () => {
			const kinds = ['frames', 'topFrame'] as const;
			for (const asked of [kinds, kinds.toReversed()]) {
				const table = textTable(
					'raw',
					cases.map(([, , text]) => [text]),
					['error'],
				);
				const ask = asking(table);
				for (const kind of asked) {
					await ask.groups({ ...all, key: { kind }, end: 0 });
				}
				assert.equal(table.passes, 1, asked.join());
			}
		});

		it('top frame is empty and the record is flagged if the text exceeds the parsing time limit', async () => {
			const sluggish: DerivedKey = {
				column: 0,
				decisiveEnd: (_bytes, _start, end) => end,
				make: {
					kind: 'slow',
					*read(text) {
						while (text === 'slow' && !(yield)) {}
						return { trace: undefined, key: () => ({ key: `[${text}]` }) };
					},
					instead: () => 'beginning',
				},
				isWeak: () => false,
			};
			let now = 0;
			const scheduler = new Scheduler(signal, () => {
				now += 1000;
				return now;
			});
			const snapshot = new Snapshot(textTable('raw', [['slow'], ['b'], ['b']]));
			const part = (text: string) => (text.startsWith('[') ? text.slice(1, -1) : '');
			const found = await partCodes(await derivedCodes(snapshot, { from: [sluggish], part }, scheduler), scheduler);
			assert.deepEqual(await textsOfCodes(snapshot, found.texts, found.codes, scheduler), ['', 'b', 'b']);
			assert.deepEqual([found.cutShort?.has(0), found.cutShort?.has(1)], [true, false]);
			assert.deepEqual([found.codeOf('b'), found.codeOf(''), found.codeOf('c')], [1, 0, undefined]);
		});
	});
}
