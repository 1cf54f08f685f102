import assert from 'node:assert/strict';
import { runSynchronously } from '../../../../../src/core/common/cooperativeTask';
import { aroundFrame } from '../../../../../src/core/stack/locate/frameTarget';
import { askingSource, readSourceEvidence } from '../../../../../src/core/stack/locate/sourceEvidence';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../../src/core/stack/trace/model';
import { measured } from '../../../../support/measured';
import { assertGrowsWithSize } from '../mapping/support/growth';

interface Case {
	readonly name: string;
	readonly line: string;
	readonly path: string;
	readonly head: string;
	readonly piece: string;
	/** Shorter of the two compared lengths. */
	readonly size: number;
}

const cases: readonly Case[] = [
	{
		name: 'nested functions with the same name on one line',
		line: '    at a (/a/cart.ts:1:1)',
		path: 'a/cart.ts',
		head: 'function b(){ ',
		piece: 'a(c){}',
		size: 1_000,
	},
	{
		name: 'functions that are not nested',
		line: '\tat com.a.CartKt$a$b.a(Cart.kt:1)',
		path: 'a/Cart.kt',
		head: '',
		piece: 'fun a(){\n}\nfun b(){\n}\n',
		size: 60_000,
	},
];

describe('processing time of a source file that may contain the code of a frame', () => {
	for (const { name, line, path, head, piece, size } of cases) {
		measured(`processes a source file in time proportional to its length: ${name}`, () => {
			const trace = parseTrace(line);
			const frame = trace.sections[0]?.lines.find((one): one is Frame => one.kind !== 'raw');
			assert.ok(frame !== undefined);
			assertGrowsWithSize((length) => {
				const text = head + piece.repeat(length / piece.length);
				return () => runSynchronously(askingSource({ frame, trace }, { path, text }));
			}, size);
		});
	}
});

describe('readSourceEvidence()', () => {
	it('finds the same evidence from the lines around a frame as from the complete stack trace', async () => {
		const text = [
			`java.lang.IllegalStateException: ${'no '.repeat(1_000)}`,
			...Array.from({ length: 500 }, (_, index) => `\tat com.a.Till.pay${index}(Till.kt:${index + 1})`),
			'\t- locked <0x0a1b2c> (a com.a.Till)',
			'\tat com.a.Cart.sum(Cart.kt:2)',
			'\tat com.a.Cart.sum(Cart.kt:3)',
			...Array.from({ length: 500 }, (_, index) => `\tat com.a.Shop.run${index}(Shop.kt:${index + 1})`),
		].join('\n');
		const trace = parseTrace(text);
		const frames = trace.sections
			.flatMap(({ lines }) => lines)
			.filter((line): line is Frame => line.kind !== 'raw' && line.type === 'com.a.Cart');
		assert.equal(frames.length, 2);
		for (const last of ['pay499()', 'sum()', 'other()', 'throw']) {
			const source = `package com.a\nclass Cart { fun sum() {\n${last} } fun sum(a: Int) {\n${last} } }\n`;
			const sources = [{ path: 'Cart.kt', text: source }];
			for (const frame of frames) {
				const little = aroundFrame({ frame, trace });
				assert.ok(JSON.stringify(little).length < 3_000);
				assert.deepEqual(
					await readSourceEvidence(little, sources, new AbortController().signal),
					await readSourceEvidence({ frame, trace }, sources, new AbortController().signal),
				);
			}
		}
	});
});
