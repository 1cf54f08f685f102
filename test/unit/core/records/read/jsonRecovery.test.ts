import * as assert from 'node:assert/strict';
import { JsonScan } from '../../../../../src/core/export/check/jsonScan';
import type { TableBuilder } from '../../../../../src/core/records/read/tableBuilder';
import { measured } from '../../../../support/measured';
import { leastTime } from '../../../../support/processorTime';
import { Random } from '../../../../support/random';
import { build, buildText, names, readBack, remembered } from '../support/tables';

/** Texts of the records. Each of them could be mistaken for the end of a record or of the list. */
const texts: [string, ...string[]] = [
	'}]',
	'},{',
	'}]}',
	'}],',
	'},\n{',
	'{"id":"7"}',
	'"',
	'\\',
	',',
	':',
	'[',
	']}',
	'é',
	'plain ',
	'\n',
	'"},{"id"',
];

/** Text that is invalid in a JSON string without making its end ambiguous. */
const badPieces = ['\t', '\u0001', '\\q', '\\u12', '\\x41', '\\u00G0', '\0'] as const;

interface Written {
	readonly id: string;
	readonly text: string;
	/** Undefined if the record is damaged. */
	readonly value: Readonly<Record<string, unknown>> | undefined;
}

type Damage = (pieces: string[]) => string;

const frames = {
	'an array': (records: readonly string[]) => `[${records.join(',')}]`,
	'a response': (records: readonly string[]) => `{"data":[${records.join(',')}]}`,
	'a response with additional properties': (records: readonly string[]) =>
		`{"note":"a }] b","more":{"data":[{"id":1}]},"data":[${records.join(',')}],"last":[{"id":2}]}`,
	'a response with many lines': (records: readonly string[]) => `{\n "data": [\n  ${records.join(' ,\n  ')}\n ]\n}\n`,
	lines: (records: readonly string[]) => records.map((record) => `${record}\n`).join(''),
} as const;

type Frame = keyof typeof frames;

function encoded(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

function written(random: Random, id: number, damage: Damage | undefined): Written {
	const pieces = random.times(1 + random.below(5), () => random.pick(texts));
	const others = { list: [{ id: 1 }, { id: random.pick(texts) }], end: random.pick(texts) };
	const rest = JSON.stringify(others).slice(1);
	const string = damage?.(pieces.map(encoded)) ?? `"${pieces.map(encoded).join('')}"`;
	return {
		id: String(id),
		text: `{"id":"${id}","error":${string},${rest}`,
		value: damage ? undefined : { id: String(id), error: pieces.join(''), ...others },
	};
}

function valuesOf(table: TableBuilder, number: number): Record<string, string | undefined> {
	const cells = remembered(table, number);
	return Object.fromEntries(names(table).map((name, column) => [name, cells[column]]));
}

function soundRecords(table: TableBuilder): Map<string, Record<string, string | undefined>> {
	const numbers = Array.from({ length: table.index.records }, (_, number) => number);
	const sound = numbers.filter((number) => !table.index.broken.has(number)).map((number) => valuesOf(table, number));
	return new Map(sound.map((values) => [values['id'] ?? '', values]));
}

function assertAllThere(table: TableBuilder, records: readonly Written[], what: string): void {
	const found = soundRecords(table);
	for (const { id, value } of records) {
		if (value) {
			const cells = Object.entries(value).map(([name, cell]) => [
				name,
				typeof cell === 'string' ? cell : JSON.stringify(cell),
			]);
			const { id: _, error, list, end } = found.get(id) ?? {};
			assert.deepEqual({ id, error, list, end }, Object.fromEntries(cells), `record ${id} of ${what}`);
		}
	}
}

describe('recovery from malformed JSON records', () => {
	for (const frame of Object.keys(frames) as Frame[]) {
		it(`reads all other records after a malformed record in ${frame}`, () => {
			const random = new Random(404);
			for (let round = 0; round < 80; round++) {
				const damage = (pieces: string[]) => {
					pieces.splice(random.below(pieces.length + 1), 0, random.pick(badPieces));
					return `"${pieces.join('')}"`;
				};
				const records = random.times(12, (id) => written(random, id, random.below(3) === 0 ? damage : undefined));
				const bytes = Buffer.from(frames[frame](records.map(({ text }) => text)));
				const table = build('json', random.cut(bytes, random.pick([1, 40, 100_000])));
				const what = `round ${round}: ${bytes}`;
				const damaged = records.filter(({ value }) => !value).length;
				const { total, broken, guessed, truncated } = table.index.info;
				assert.deepEqual(
					{ total, broken, guessed, truncated },
					{ total: 12, broken: damaged, guessed: 0, truncated: false },
					what,
				);
				assertAllThere(table, records, what);
				const ids = readBack(table, bytes).map((cells) => cells[names(table).indexOf('id')]);
				assert.deepEqual(
					ids,
					records.map(({ id }) => id),
					what,
				);
				if (frame !== 'lines') {
					const scan = new JsonScan();
					scan.push(bytes);
					const firstDamaged = records.findIndex(({ value }) => !value);
					const expected = damaged === 0 ? ['whole', total] : ['jsonMalformed', firstDamaged];
					assert.deepEqual([scan.end(), scan.rows], expected, 'the export stops at the first that is damaged');
				}
			}
		});

		it(`reads all valid records in ${frame} despite a stray quote and reports guessed boundaries`, () => {
			const random = new Random(405);
			for (let round = 0; round < 80; round++) {
				const damages: [Damage, ...Damage[]] = [
					(pieces) => {
						pieces.splice(random.below(pieces.length + 1), 0, '"');
						return `"${pieces.join('')}"`;
					},
					(pieces) => `"${pieces.join('')}`,
					(pieces) => `${pieces.join('')}"`,
					(pieces) => `"${pieces.join('')}\\"`,
				];
				const records = random.times(9, (id) =>
					written(random, id, random.below(4) === 0 ? random.pick(damages) : undefined),
				);
				const bytes = Buffer.from(frames[frame](records.map(({ text }) => text)));
				const table = build('json', random.cut(bytes, random.pick([9, 100_000])));
				const what = `round ${round}: ${bytes}`;
				const damaged = records.filter(({ value }) => !value).length;
				const { broken, guessed, truncated } = table.index.info;
				assert.ok(broken >= damaged, what);
				assert.equal(guessed > 0, damaged > 0, what);
				assert.equal(truncated, false, what);
				assertAllThere(table, records, what);
			}
		});
	}

	it('reads the other 1,999 of 2,000 JSON records if one is malformed', () => {
		const records = Array.from({ length: 2000 }, (_, id) => `{"id":${id},"error":"at f(x) }] of ${id}"}`);
		records[1000] = '{"id":1000,"error":"a raw\ttab }] and \\q },{ more"}';
		for (const text of [`{"data":[${records.join(',')}]}`, `[${records.join(',\n')}]`]) {
			const { total, broken, guessed, truncated } = buildText('json', text).index.info;
			assert.deepEqual([total, broken, guessed, truncated], [2000, 1, 0, false]);
		}
	});

	for (const [name, text, sound] of [
		['a record with an unclosed list', '[{"a":1},{"a":[1,{"b":2}},{"a":3},{"a":4}]', ['1', '3', '4']],
		['a record with an extra bracket', '{"data":[{"a":1},{"a":2]],"b":1},{"a":3},{"a":4}]}', ['1', '3', '4']],
		['a record that ends the list too early', '[{"a":1},{"a":"x"}] y","b":1},{"a":3}]', ['1', '3']],
		['a record that ends the response too early', '{"data":[{"a":1},{"a":"x"}]} y","b":1},{"a":3}]}', ['1', '3']],
		['a truncated line', '{"a":1}\n{"a":2,"b":[\n{"a":3}\n{"a":4}\n', ['1', '3', '4']],
		['a line truncated inside a string', '{"a":1}\n{"a":2,"b":"x\n{"a":3}\n{"a":4}', ['1', '3', '4']],
		['several records on a line', '{"a":1} {"a":"x"y"} {"a":3} {"a":4}', ['1', '3', '4']],
		['a record with several lines', '{"a":1}\n{\n "a": "x\ty",\n "b": "}"\n}\n{"a":3}\n', ['1', '3']],
		['the answer is broken before its list', '{"msg":"a "b" c","data":[{"a":1},{"a":2}]}', ['1', '2']],
		['a malformed first record', '[{"a":"x"y"},{"a":2},{"a":3}]', ['2', '3']],
		['a malformed last record', '[{"a":1},{"a":2},{"a":"x"y"}]', ['1', '2']],
		['a malformed last record in a response', '{"data":[{"a":1},{"a":"x"y"}],"n":1}', ['1']],
		['several malformed records', '[{"a":1},{"a":"x"y"},{"a":"x"y"},{"a":"x"y"},{"a":5}]', ['1', '5']],
		['unexpected text after a record', '[{"a":1} x,{"a":2},{"a":3}]', ['2', '3']],
	] as const) {
		it(`reads all valid records in malformed JSON: ${name}`, () => {
			const table = buildText('json', text);
			const numbers = Array.from({ length: table.index.records }, (_, number) => number);
			const found = numbers.filter((number) => !table.index.broken.has(number));
			assert.deepEqual(
				found.map((number) => valuesOf(table, number)['a']),
				sound,
			);
			assert.ok(table.index.info.broken > 0 || name === 'the answer is broken before its list');
		});
	}

	measured('reads a malformed JSON file in time proportional to its size', () => {
		const measure = (count: number, record: string) => {
			const text = `[${`${record},`.repeat(count)}{"a":1}]`;
			return leastTime(() => assert.ok(buildText('json', text).index.records > 0));
		};
		for (const record of [
			'{"a":"\t"}',
			'{"a":"x"y"}',
			'{"a":{"b":1}',
			'{"a":"}',
			'{"a":1]}',
			'{"a":1}}',
			'{"a"{"a"}',
		]) {
			const [few, many] = [measure(3000, record), measure(12_000, record)];
			assert.ok(many < 10 * few + 150, `${record}: ${many} ms, where a quarter took ${few}`);
		}
	});
});
