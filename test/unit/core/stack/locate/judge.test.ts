import assert from 'node:assert/strict';
import { atOnce } from '../../../../../src/core/common/steps';
import { judging } from '../../../../../src/core/stack/locate/judge';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import type { Frame } from '../../../../../src/core/stack/trace/model';
import { assertGrowsWithSize } from '../mapping/support/growth';

const circumstances = {
	dartPackage: 'unknown',
	swiftTarget: undefined,
	learned: false,
	sameProject: false,
	open: false,
} as const;

interface Case {
	readonly name: string;
	/** Of the trace. */
	readonly line: string;
	readonly path: string;
	/** The text begins with it. */
	readonly head: string;
	readonly piece: string;
	/** The shorter of the two lengths that are compared. */
	readonly size: number;
}

const cases: readonly Case[] = [
	{
		name: 'functions of one name within another, all on one line',
		line: '    at a (/a/cart.ts:1:1)',
		path: 'a/cart.ts',
		head: 'function b(){ ',
		piece: 'a(c){}',
		size: 1_000,
	},
	{
		name: 'functions that are in none of others',
		line: '\tat com.a.CartKt$a$b.a(Cart.kt:1)',
		path: 'a/Cart.kt',
		head: '',
		piece: 'fun a(){\n}\nfun b(){\n}\n',
		size: 60_000,
	},
];

describe('A file that may be that of a frame', () => {
	for (const { name, line, path, head, piece, size } of cases) {
		it(`is judged in proportion to its length: ${name}`, function () {
			this.retries(2);
			const trace = parseTrace(line);
			const frame = trace.sections[0]?.lines.find((one): one is Frame => one.kind !== 'raw');
			assert.ok(frame !== undefined);
			const file = { uri: `file:///${path}`, folder: 'a', path };
			assertGrowsWithSize((length) => {
				const text = head + piece.repeat(length / piece.length);
				return () => atOnce(judging({ frame, trace }, file, text, circumstances));
			}, size);
		});
	}
});
