import * as assert from 'node:assert/strict';
import { isObject } from '../../../../src/core/common/parseJson';
import { inParts } from '../../../support/length';
import { Random } from '../../../support/random';
import { hostileJson } from '../export/support/hostileJson';
import { build, buildText, names, readBack, remembered } from './support/tables';

function cellOf(value: unknown): string {
	if (value === null || value === undefined) {
		return '';
	}
	return typeof value === 'string' ? Buffer.from(value).toString() : JSON.stringify(value);
}

function normal(cell: string | undefined, value: unknown): string | undefined {
	return cell === undefined || typeof value === 'string' || cell === '' ? cell : JSON.stringify(JSON.parse(cell));
}

function check(bytes: Buffer, records: readonly unknown[], pieces: Iterable<Uint8Array>, what: string): void {
	const table = build('json', pieces);
	assert.equal(table.index.records, records.length, what);
	assert.equal(table.index.info.broken, 0, what);
	assert.equal(table.index.info.truncated, false, what);
	const read = readBack(table, bytes);
	records.forEach((record, number) => {
		const values = new Map(Object.entries(record as object));
		const expected = names(table).map((name) => cellOf(values.get(name)));
		const inMemory = remembered(table, number);
		assert.deepEqual(
			inMemory.map((cell, column) => normal(cell, values.get(names(table)[column] ?? ''))),
			expected,
			what,
		);
		assert.deepEqual(read[number], inMemory, what);
	});
	assert.deepEqual(new Set(names(table)), new Set(records.flatMap((record) => Object.keys(record as object))), what);
}

describe('JSON table', () => {
	inParts('JSON table has the same records and values as JSON.parse, regardless of chunk boundaries', 4, (part) => {
		const random = new Random(8259 + part);
		for (let round = 0; round < 375; round++) {
			const text = hostileJson(random);
			const parsed = JSON.parse(text.replace(/^\ufeff/, ''));
			const bytes = Buffer.from(text);
			const pieces = random.cut(bytes, random.pick([1, 3, 17, 4096]));
			check(bytes, Array.isArray(parsed) ? parsed : parsed.data, pieces, `round ${round}: ${text.slice(0, 500)}`);
		}
	});

	it('reads all records from JSON with one record per line', () => {
		const random = new Random(7464);
		for (let round = 0; round < 500; round++) {
			const parsed = JSON.parse(hostileJson(random).replace(/^\ufeff/, ''));
			const records = Array.isArray(parsed) ? parsed : parsed.data;
			const end = random.pick(['\n', '\r\n', '\n\n', ' ']);
			const text = records.map((record: unknown) => JSON.stringify(record)).join(end) + random.pick(['', end]);
			// If the first line contains a list of objects named `data`, it is the complete response and not a record.
			const list = records[0]?.data;
			if (records.length > 0 && !(Array.isArray(list) && (list.length === 0 || isObject(list[0])))) {
				check(Buffer.from(text), records, random.cut(Buffer.from(text), 9), `round ${round}: ${text.slice(0, 500)}`);
			}
		}
	});

	inParts('flags JSON that JSON.parse rejects as malformed and still reads the valid lines around it', 5, (part) => {
		const random = new Random(99 + part);
		for (let round = 0; round < 600; round++) {
			const sound = JSON.stringify({ a: 'x\n"\\é', b: [1, { c: null }], d: -1.5e-7, e: true });
			const at = random.below(sound.length);
			const change = random.pick(['', '"', '\\', '{', '}', '[', ']', ',', ':', '0', '.', 'e', '\u0001', 'nul']);
			const changed = sound.slice(0, at) + change + sound.slice(at + random.below(2));
			const table = buildText('json', `{"a":1}\n${changed}\n{"a":2}\n`);
			const what = `round ${round}: ${changed}`;
			let parsed: unknown;
			try {
				// A comma may separate records.
				parsed = JSON.parse(changed.replace(/^,/, ''));
			} catch {}
			const isRecord = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
			assert.equal(table.index.info.broken > 0, !isRecord, what);
			const last = table.index.records - 1;
			assert.equal(remembered(table, 0)[0], '1', what);
			assert.equal(remembered(table, last)[0], '2', what);
			assert.equal(table.index.info.truncated, false, what);
		}
	});

	for (const [name, text, broken] of [
		['an invalid literal', '{"data":[{"a":1},{"a":tru},{"a":3}]}', 1],
		['a missing brace before the next record', '[{"a":1},{"a":2,{"a":3}]', 1],
		['a missing brace at the end', '[{"a":1},{"a":2]', 1],
		['a missing quote', '{"data":[{"a":1},{"a":"2},{"a":"3"}]}', 1],
		['values that are not records', '[{"a":1},2,null,[{"a":4}],"}",{"a":3}]', 4],
	] as const) {
		it(`continues to read JSON after ${name} and preserves the text`, () => {
			const bytes = Buffer.from(text);
			const table = build('json', [bytes]);
			assert.equal(table.index.info.broken, broken);
			assert.equal(remembered(table, 0)[0], '1');
			const pieces = Array.from({ length: table.index.records }, (_, number) =>
				bytes.toString('utf8', table.index.start(number), table.index.start(number) + table.index.length(number)),
			);
			const records = text.slice(text.indexOf('[') + 1, text.lastIndexOf(']'));
			assert.equal(pieces.join(','), records, 'every byte of the list is in some record');
		});
	}

	for (const [name, text, records] of [
		['inside a record', '{"data":[{"a":1},{"a":2},{"a":', 2],
		['between records', '{"data":[{"a":1},', 1],
		['before the array is closed', '[{"a":1}', 1],
		['before the object is closed', '{"data":[{"a":1}]', 1],
		['inside a line', '{"a":1}\n{"a":', 1],
	] as const) {
		it(`opens JSON text that ends ${name} and reports it as truncated`, () => {
			const table = buildText('json', text);
			assert.deepEqual([table.index.records, table.index.info.truncated], [records, true]);
		});
	}

	it('preserves all digits of quoted and unquoted JSON numbers', () => {
		const table = buildText('json', '[{"id":18446744073709551616123,"f":1.10e+05},{"id":"00123","f":"-0"}]');
		assert.deepEqual(remembered(table, 0), ['18446744073709551616123', '1.10e+05']);
		assert.deepEqual(remembered(table, 1), ['00123', '-0']);
	});

	it('treats null, missing and empty JSON values as the same value', () => {
		const table = buildText('json', '[{"a":null},{"b":1},{"a":""}]');
		assert.deepEqual(
			[0, 1, 2].map((number) => remembered(table, number)[0]),
			['', '', ''],
		);
		assert.equal(table.index.columns[0]?.values.kind === 'dictionary' && table.index.columns[0].values.counts[0], 3);
	});

	it('adds a column for each new JSON property, even if there are many', () => {
		const records = Array.from({ length: 100 }, (_, index) => ({ same: index, [`only_${index}`]: `v${index}` }));
		const table = buildText('json', JSON.stringify(records));
		assert.equal(table.index.columns.length, 101);
		assert.equal(remembered(table, 99)[100], 'v99');
		assert.equal(remembered(table, 0)[100], '');
		assert.equal(remembered(table, 0)[1], 'v0');
	});
});
