import assert from 'node:assert/strict';
import { FieldTable } from '../../../../src/core/plan/fields';
import { TableBuilder } from '../../../../src/core/records/read/tableBuilder';

const records = `"data":[{"a":"1"},{"a":"2"}],"after":{"b":[1]}`;
const long = 400_000;

const beginnings: Readonly<Record<string, string>> = {
	'many members': Array.from({ length: long / 10 }, (_, at) => `"m${at}":${at}`).join(','),
	'a nested value': `"x":[${Array.from({ length: long / 6 }, () => '[1,2]').join(',')}]`,
	'a list with the same name': `"x":{"data":[${Array.from({ length: long / 10 }, () => '{"a":1}').join(',')}]}`,
	'values between comments': `"x"/*:*/:[${Array.from({ length: long / 10 }, () => '1/*,*/').join(',')}]/*]*/`,
	'a string': `"x":"${'\\"y\\\\'.repeat(long / 6)}"`,
};

interface Place {
	readonly text: (beginning: string) => string;
	readonly path?: readonly string[];
	readonly count?: number;
}

const places: Readonly<Record<string, Place>> = {
	'in an object': { text: (beginning) => `{${beginning},${records}}` },
	'in each of several objects': {
		text: (beginning) => `{${beginning},${records}}\n{${beginning},${records}}`,
		count: 4,
	},
	'at a path': { text: (beginning) => `{"b":1,"in":{"c":{${beginning},${records}}}}`, path: ['in', 'c', 'data'] },
	'at a path after the text': {
		text: (beginning) => `{"in":{"c":1},${beginning},"in":{${records}}}`,
		path: ['in', 'data'],
	},
	'at a path after a similar member': {
		text: (beginning) => `{"in":{"c":1,${beginning}},"in":{"c":{"e":1,${beginning},${records}}}}`,
		path: ['in', 'c', 'data'],
	},
};

function count(text: Buffer, chunk: number, path?: readonly string[]): { records: number; steps: number } {
	const builder = new TableBuilder('json', text.length, new FieldTable(), text.length, path && { listPath: path });
	let steps = 0;
	for (let at = 0; at < text.length; at += chunk) {
		for (const task = builder.push(text.subarray(at, at + chunk)); !task.next().done; ) {
			steps++;
		}
	}
	for (const task = builder.end(); !task.next().done; ) {
		steps++;
	}
	assert.equal(builder.index.info.truncated, false);
	return { records: builder.index.records, steps };
}

describe('JSON with long content before its records', () => {
	for (const [where, { text, path, count: expected = 2 }] of Object.entries(places)) {
		for (const [what, beginning] of Object.entries(beginnings)) {
			it(`yields regularly and finds the records ${where} after ${what}`, () => {
				for (const chunk of [50_000, 10_000_000]) {
					const short = count(Buffer.from(text('"x":1')), chunk, path);
					const { records: found, steps } = count(Buffer.from(text(beginning)), chunk, path);
					assert.equal(found, expected);
					// Short chunks need no pause, because each scan continues after the previous chunk.
					assert.ok(what === 'a string' || chunk < long || steps >= short.steps + 2, `${steps} steps`);
				}
			});
		}
	}
});
