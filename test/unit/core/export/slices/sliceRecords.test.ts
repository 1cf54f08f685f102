import * as assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { csvOptions } from '../../../../../src/core/export/check/csvOptions';
import { JsonScan } from '../../../../../src/core/export/check/jsonScan';
import { type CsvPart, type CsvRow, csvRows } from '../../../../../src/core/export/slices/csvRows';
import { CsvShape } from '../../../../../src/core/export/slices/csvShape';
import { jsonTexts, membersOf, withoutMembers } from '../../../../../src/core/export/slices/jsonTexts';
import type { SliceRecord } from '../../../../../src/core/export/slices/sliceRecord';
import { type RecordShape, sliceRecords } from '../../../../../src/core/export/slices/sliceRecords';
import { measured } from '../../../../support/measured';
import { leastTimeUntil } from '../../../../support/processorTime';
import { Random } from '../../../../support/random';
import { hostileCsv } from '../support/hostileCsv';
import { hostileJson } from '../support/hostileJson';
import { useTemporaryFolder } from '../support/temporaryFolder';

async function* pieces(text: string, random: Random, longest = 7): AsyncGenerator<Buffer> {
	for (const piece of random.cut(Buffer.from(text), longest)) {
		yield Buffer.from(piece);
	}
}

describe('csvRows', () => {
	it('splits every CSV as csv-parse does, and gives back every byte of a record', async () => {
		const random = new Random(11);
		for (let round = 0; round < 1500; round++) {
			const { text, columns } = hostileCsv(random);
			const rows: string[][] = [];
			for await (const part of csvRows(pieces(text, random, text.length < 2000 ? random.pick([1, 7]) : 50_000))) {
				for (const row of rows.length === 0 && part.header ? [part.header, ...part.rows] : part.rows) {
					const cells = Array.from({ length: row.cells.length / 2 }, (_, cell) =>
						row.bytes.toString('utf8', row.cells[2 * cell], row.cells[2 * cell + 1]),
					);
					assert.equal(cells.join(','), row.bytes.toString());
					rows.push(parse(`${cells.map((cell) => `${cell},`).join('')}\n`, csvOptions(9))[0] ?? []);
				}
			}
			const expected: string[][] = parse(text, csvOptions(columns));
			assert.deepEqual(
				rows.map((row) => row.slice(0, -1)),
				expected,
				JSON.stringify(text),
			);
		}
	});
});

describe('CsvShape', () => {
	async function partOf(text: string): Promise<CsvPart> {
		const rows: CsvRow[] = [];
		let last: CsvPart | undefined;
		for await (const part of csvRows(pieces(text, new Random(1), 1000))) {
			// Their memory is used again.
			rows.push(...part.rows.map((row) => ({ ...row, bytes: Buffer.from(row.bytes) })));
			last = part;
		}
		assert.ok(last);
		return { ...last, rows };
	}

	async function shaped(text: string, columns: readonly string[]): Promise<readonly SliceRecord[]> {
		const { names, rows } = await partOf(text);
		const shape = new CsvShape({ header: names, columns, timeField: 't' });
		return rows.map((row) => shape.recordOf(row));
	}

	async function texts(text: string, columns: readonly string[]) {
		return (await shaped(text, columns)).map((record) => record.text.toString());
	}

	it('marks an empty line as a record too', async () => {
		assert.deepEqual(await texts('a\n\nx\n\n', ['a']), ['""', 'x', '""']);
	});

	it('takes a column out and leaves every other byte', async () => {
		const text = 'a,t,b\n"x ""y"" ",12,"plain"\n,"13", z \n"1\n2",14,\n';
		assert.deepEqual(await texts(text, ['a', 'b']), ['"x ""y"" ","plain"', ', z ', '"1\n2",']);
		assert.deepEqual(
			(await shaped(text, ['a', 'b'])).map(({ time }) => time),
			[12, 13, 14],
		);
	});

	it('takes out the first column, and the last', async () => {
		assert.deepEqual(await texts('t,a\n1,x\n', ['a']), ['x']);
		assert.deepEqual(await texts('a,t\nx,1\n', ['a']), ['x']);
	});

	it('marks a record that has nothing else as a record', async () => {
		assert.deepEqual(await texts('a,t\n,1\n', ['a']), ['""']);
	});

	it('puts the columns into another order', async () => {
		assert.deepEqual(await texts('b,t,a\n"2",7,1\n', ['a', 'b']), ['1,"2"']);
	});

	it('leaves a row as it is when the time may be somewhere else in it', async () => {
		const ragged = 'a,t,b\nx,y\nx,5\nx,5,z,more\n';
		assert.deepEqual(await texts(ragged, ['a', 'b']), ['x,y', 'x', 'x,z,more']);
		assert.deepEqual(
			(await shaped(ragged, ['a', 'b'])).map(({ time }) => time),
			[undefined, 5, 5],
		);
	});

	it('knows an empty record again whose time was left out', async () => {
		const [whole] = await shaped('a\n\n', ['a']);
		const [part] = await shaped('a,t\n,5\n', ['a']);
		assert.deepEqual([whole?.text.toString(), part?.text.toString()], ['""', '""']);
		assert.equal(whole?.key('text'), part?.key('text'));
	});

	it('tells equal records from others by all that they hold', async () => {
		const [first, same, later, other] = await shaped('a,t,b\nx,1,y\nx,1,y\nx,2,y\n"x",1,y\n', ['a', 'b']);
		assert.ok(first && same && later && other);
		assert.equal(first.key('time'), same.key('time'));
		assert.notEqual(first.key('time'), later.key('time'));
		assert.equal(first.key('text'), later.key('text'));
		assert.notEqual(first.key('text'), other.key('text'));
	});
});

describe('jsonTexts', () => {
	it('gives the records that JSON.parse finds, whatever the pieces', async () => {
		const random = new Random(12);
		for (let round = 0; round < 800; round++) {
			const text = hostileJson(random);
			const records: unknown[] = [];
			for await (const batch of jsonTexts(pieces(text, random, random.pick([1, 9, 100_000])))) {
				records.push(...batch.map((record) => JSON.parse(record.toString())));
			}
			const parsed = JSON.parse(text.replace(/^\ufeff/, ''));
			assert.deepEqual(records, Array.isArray(parsed) ? parsed : parsed.data);
		}
	});
});

describe('A record of many pieces', () => {
	const [pieceBytes, allBytes] = [1024, 2 * 1024 * 1024];

	/** Milliseconds of the processor to read it all, and how many records there were. */
	async function read(
		split: (chunks: AsyncIterable<Buffer>) => AsyncIterable<readonly unknown[]>,
		text: string,
	): Promise<{ ms: number; records: number }> {
		const bytes = Buffer.from(text);
		async function* chunks() {
			for (let start = 0; start < bytes.length; start += pieceBytes) {
				yield bytes.subarray(start, start + pieceBytes);
			}
		}
		let records = 0;
		const ms = await leastTimeUntil(async () => {
			records = 0;
			for await (const batch of split(chunks())) {
				records += batch.length;
			}
		});
		return { ms, records };
	}

	async function* rowsOf(chunks: AsyncIterable<Buffer>) {
		for await (const { rows } of csvRows(chunks)) {
			yield rows;
		}
	}

	const long = 'x'.repeat(allBytes);
	for (const [name, split, giant] of [
		['cell', rowsOf, `a\n${long}\n`],
		['cell in quotes', rowsOf, `a\n"${long}"\n`],
		['cell of quotes', rowsOf, `a\n"${'""'.repeat(allBytes / 2)}"\n`],
		['row of cells', rowsOf, `a\n${'some text,'.repeat(allBytes / 10)}\n`],
		['JSON string', jsonTexts, `[{"a":"${long}"}]`],
		['JSON list', jsonTexts, `[{"a":[${`"${'x'.repeat(97)}",`.repeat(allBytes / 100)}7]}]`],
	] as const) {
		measured(`with a long ${name} takes about as long as as many bytes of short ones`, async () => {
			const short = `{"a":"${'x'.repeat(100)}"},`;
			const shorts = short.repeat(allBytes / short.length);
			const reference = await read(split, split === jsonTexts ? `[${shorts}{"a":1}]` : shorts.replaceAll('}', '}\n'));
			const measured = await read(split, giant);
			assert.equal(measured.records, 1);
			assert.ok(measured.ms < 8 * reference.ms + 50, `${measured.ms} ms, where short ones took ${reference.ms}`);
		});
	}
});

describe('withoutMembers', () => {
	it('takes a member out of any object, and no other byte but its comma', () => {
		const random = new Random(13);
		for (let round = 0; round < 2000; round++) {
			const text = Buffer.from(hostileJson(random));
			const places: Buffer[] = [];
			new JsonScan((start, end) => places.push(text.subarray(start, end))).push(text);
			for (const record of places) {
				const members = membersOf(record);
				const name = members[random.below(members.length + 1)]?.name ?? 'none';
				const without = withoutMembers(record, members, (candidate) => candidate === name).toString();
				const expected: Record<string, unknown> = JSON.parse(record.toString());
				delete expected[name];
				assert.deepEqual(JSON.parse(without), expected);
				for (const member of members.filter((candidate) => candidate.name !== name)) {
					assert.ok(without.includes(record.toString('utf8', member.start, member.end)));
				}
			}
		}
	});

	it('keeps the white space of the others', () => {
		const without = (text: string) => {
			const record = Buffer.from(text);
			return withoutMembers(record, membersOf(record), (name) => name === 't').toString();
		};
		assert.equal(without('{ "t" : 1 , "a":2,\n "b" : [3] }'), '{ "a":2,\n "b" : [3] }');
		assert.equal(without('{ "a":2,\n "t":"1" }'), '{ "a":2 }');
		assert.equal(without('{"a":2,"t":1 , "b":3}'), '{"a":2 , "b":3}');
		assert.equal(without('{"\\u0074":1}'), '{}');
		assert.equal(without('{"t":1,"t":{"t":2}}'), '{}');
	});
});

describe('sliceRecords', () => {
	const folder = useTemporaryFolder();

	async function read(text: string, shape: Partial<RecordShape>): Promise<readonly SliceRecord[]> {
		const path = join(folder.path, 'slice');
		writeFileSync(path, text);
		const records: SliceRecord[] = [];
		for await (const batch of sliceRecords(path, { format: 'json', timeField: 't', columns: ['a'], ...shape })) {
			records.push(...batch);
		}
		return records;
	}

	it('knows a time as a number, as text, and not at all', async () => {
		const records = await read(
			'{"data":[{"t":5},{"t":"-6"},{"t":null},{"a":1},{"t":{}},{"t":"12345678901234567890"}]}',
			{},
		);
		assert.deepEqual(
			records.map(({ time }) => time),
			[5, -6, undefined, undefined, undefined, undefined],
		);
	});

	it('leaves out the time unless the person asked for it', async () => {
		const text = '[{"a":1,"t":5,"nobody asked":2}]';
		assert.equal((await read(text, {}))[0]?.text.toString(), '{"a":1,"nobody asked":2}');
		assert.equal((await read(text, { columns: ['a', 't'] }))[0]?.text.toString(), '{"a":1,"t":5,"nobody asked":2}');
	});

	it('knows equal records whatever the order of their members', async () => {
		const [first, same, other] = await read('[{"a":1,"b":"x","t":5},{"t":5,"b":"x","a":1},{"a":1,"b":"x","t":6}]', {});
		assert.equal(first?.key('time'), same?.key('time'));
		assert.notEqual(first?.key('time'), other?.key('time'));
		assert.equal(first?.key('text'), other?.key('text'));
	});
});
