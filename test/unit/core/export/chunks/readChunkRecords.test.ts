import * as assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { JsonScan } from '../../../../../src/core/export/check/jsonScan';
import { csvOptions } from '../../../../../src/core/export/check/recordValues';
import type { ChunkRecord } from '../../../../../src/core/export/chunks/chunkRecord';
import { type CsvPart, type CsvRow, csvRows } from '../../../../../src/core/export/chunks/csvRows';
import { CsvShape } from '../../../../../src/core/export/chunks/csvShape';
import { jsonTexts, withoutMembers } from '../../../../../src/core/export/chunks/jsonTexts';
import { type RecordShape, readChunkRecords } from '../../../../../src/core/export/chunks/readChunkRecords';
import { readMembers } from '../../../../../src/core/scan/jsonSkip';
import { inParts } from '../../../../support/length';
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

describe('csvRows()', () => {
	inParts('splits CSV into the same records as csv-parse and preserves their bytes', 4, async (part) => {
		const random = new Random(11 + part);
		for (let round = 0; round < 375; round++) {
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
			// Copies the bytes, because the buffers are reused.
			rows.push(...part.rows.map((row) => ({ ...row, bytes: Buffer.from(row.bytes) })));
			last = part;
		}
		assert.ok(last);
		return { ...last, rows };
	}

	async function shaped(text: string, columns: readonly string[]): Promise<readonly ChunkRecord[]> {
		const { names, rows } = await partOf(text);
		const shape = new CsvShape({ header: names, columns, timeField: 't' });
		return rows.map((row) => shape.getRecord(row));
	}

	async function texts(text: string, columns: readonly string[]) {
		return (await shaped(text, columns)).map((record) => record.text.toString());
	}

	it('writes the record of an empty CSV line as a quoted empty cell', async () => {
		assert.deepEqual(await texts('a\n\nx\n\n', ['a']), ['""', 'x', '""']);
	});

	it('removes a CSV column and preserves every other byte', async () => {
		const text = 'a,t,b\n"x ""y"" ",12,"plain"\n,"13", z \n"1\n2",14,\n';
		assert.deepEqual(await texts(text, ['a', 'b']), ['"x ""y"" ","plain"', ', z ', '"1\n2",']);
		assert.deepEqual(
			(await shaped(text, ['a', 'b'])).map(({ time }) => time),
			[12, 13, 14],
		);
	});

	it('removes the first or the last CSV column', async () => {
		assert.deepEqual(await texts('t,a\n1,x\n', ['a']), ['x']);
		assert.deepEqual(await texts('a,t\nx,1\n', ['a']), ['x']);
	});

	it('writes a CSV record as a quoted empty cell if only one empty cell remains', async () => {
		assert.deepEqual(await texts('a,t\n,1\n', ['a']), ['""']);
	});

	it('reorders CSV columns', async () => {
		assert.deepEqual(await texts('b,t,a\n"2",7,1\n', ['a', 'b']), ['1,"2"']);
	});

	it('leaves a CSV row unchanged if its cell count makes the time column ambiguous', async () => {
		const ragged = 'a,t,b\nx,y\nx,5\nx,5,z,more\n';
		assert.deepEqual(await texts(ragged, ['a', 'b']), ['x,y', 'x', 'x,z,more']);
		assert.deepEqual(
			(await shaped(ragged, ['a', 'b'])).map(({ time }) => time),
			[undefined, 5, 5],
		);
	});

	it('still recognizes an empty CSV record after its time column was removed', async () => {
		const [whole] = await shaped('a\n\n', ['a']);
		const [part] = await shaped('a,t\n,5\n', ['a']);
		assert.deepEqual([whole?.text.toString(), part?.text.toString()], ['""', '""']);
		assert.equal(whole?.key('text'), part?.key('text'));
	});

	it('compares CSV records by their complete content', async () => {
		const [first, same, later, other] = await shaped('a,t,b\nx,1,y\nx,1,y\nx,2,y\n"x",1,y\n', ['a', 'b']);
		assert.ok(first && same && later && other);
		assert.equal(first.key('time'), same.key('time'));
		assert.notEqual(first.key('time'), later.key('time'));
		assert.equal(first.key('text'), later.key('text'));
		assert.notEqual(first.key('text'), other.key('text'));
	});
});

describe('jsonTexts()', () => {
	it('finds the same JSON records as JSON.parse, regardless of chunk boundaries', async () => {
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

describe('record that spans many chunks', () => {
	const [pieceBytes, allBytes] = [1024, 2 * 1024 * 1024];

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

	async function* getRows(chunks: AsyncIterable<Buffer>) {
		for await (const { rows } of csvRows(chunks)) {
			yield rows;
		}
	}

	const long = 'x'.repeat(allBytes);
	for (const [name, split, giant] of [
		['cell', getRows, `a\n${long}\n`],
		['quoted cell', getRows, `a\n"${long}"\n`],
		['cell of escaped quotes', getRows, `a\n"${'""'.repeat(allBytes / 2)}"\n`],
		['row with many cells', getRows, `a\n${'some text,'.repeat(allBytes / 10)}\n`],
		['JSON string', jsonTexts, `[{"a":"${long}"}]`],
		['JSON list', jsonTexts, `[{"a":[${`"${'x'.repeat(97)}",`.repeat(allBytes / 100)}7]}]`],
	] as const) {
		measured(`reads a long ${name} about as fast as the same number of bytes in short ones`, async () => {
			const short = `{"a":"${'x'.repeat(100)}"},`;
			const shorts = short.repeat(allBytes / short.length);
			const reference = await read(split, split === jsonTexts ? `[${shorts}{"a":1}]` : shorts.replaceAll('}', '}\n'));
			const measured = await read(split, giant);
			assert.equal(measured.records, 1);
			assert.ok(measured.ms < 8 * reference.ms + 50, `${measured.ms} ms, where short ones took ${reference.ms}`);
		});
	}
});

describe('withoutMembers()', () => {
	it("removes a property from any JSON object and preserves all other bytes except the property's comma", () => {
		const random = new Random(13);
		for (let round = 0; round < 2000; round++) {
			const text = Buffer.from(hostileJson(random));
			const places: Buffer[] = [];
			new JsonScan((start, end) => places.push(text.subarray(start, end))).push(text);
			for (const record of places) {
				const members = [...readMembers(record)];
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

	it('preserves the whitespace of the remaining JSON properties', () => {
		const without = (text: string) => {
			const record = Buffer.from(text);
			return withoutMembers(record, [...readMembers(record)], (name) => name === 't').toString();
		};
		assert.equal(without('{ "t" : 1 , "a":2,\n "b" : [3] }'), '{ "a":2,\n "b" : [3] }');
		assert.equal(without('{ "a":2,\n "t":"1" }'), '{ "a":2 }');
		assert.equal(without('{"a":2,"t":1 , "b":3}'), '{"a":2 , "b":3}');
		assert.equal(without('{"\\u0074":1}'), '{}');
		assert.equal(without('{"t":1,"t":{"t":2}}'), '{}');
	});
});

describe('readChunkRecords()', () => {
	const folder = useTemporaryFolder();

	async function read(text: string, shape: Partial<RecordShape>): Promise<readonly ChunkRecord[]> {
		const path = join(folder.path, 'slice');
		writeFileSync(path, text);
		const records: ChunkRecord[] = [];
		for await (const batch of readChunkRecords(path, { format: 'json', timeField: 't', columns: ['a'], ...shape })) {
			records.push(...batch);
		}
		return records;
	}

	it('reads the time of a JSON record as a number, as a string or as undefined', async () => {
		const records = await read(
			'{"data":[{"t":5},{"t":"-6"},{"t":null},{"a":1},{"t":{}},{"t":"12345678901234567890"}]}',
			{},
		);
		assert.deepEqual(
			records.map(({ time }) => time),
			[5, -6, undefined, undefined, undefined, undefined],
		);
	});

	it('omits the time property of a JSON record unless the user requested it', async () => {
		const text = '[{"a":1,"t":5,"nobody asked":2}]';
		assert.equal((await read(text, {}))[0]?.text.toString(), '{"a":1,"nobody asked":2}');
		assert.equal((await read(text, { columns: ['a', 't'] }))[0]?.text.toString(), '{"a":1,"t":5,"nobody asked":2}');
	});

	it('treats JSON records as identical regardless of the order of their properties', async () => {
		const [first, same, other] = await read('[{"a":1,"b":"x","t":5},{"t":5,"b":"x","a":1},{"a":1,"b":"x","t":6}]', {});
		assert.equal(first?.key('time'), same?.key('time'));
		assert.notEqual(first?.key('time'), other?.key('time'));
		assert.equal(first?.key('text'), other?.key('text'));
	});
});
