import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { AppError, isProblem } from '../../../../../src/core/common/errors';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { ParquetError } from '../../../../../src/core/records/parquet/format/fault';
import { ParquetRecords } from '../../../../../src/core/records/parquet/parquetRecords';
import { formatCalendarDay } from '../../../../../src/core/records/parquet/texts/calendar';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { codeRun, encodings, parquetBytes, plainText, withFooter } from './support/parquetBytes';

const { signal } = new AbortController();
const fixtures = 'test/fixtures/parquet';

function fixture(name: string): Buffer {
	return readFileSync(join(fixtures, name));
}

/** Texts of the record with this number in the files `duckdb-*.parquet`; see the README in their folder. */
function duckdbRecord(number: number): Record<string, string> {
	const texts = ['[]', `[${number},null,${9007199254740993n + BigInt(number)}]`];
	const listed = number % 4 === 0 ? '' : number % 4 === 1 ? texts[0] : texts[1];
	return {
		int64: String(9007199254740993n + BigInt(number)),
		uint64: String(18446744073709551615n - BigInt(number)),
		uint32: String(4294967295 - number),
		int8: String(number - 20),
		flag: String(number % 3 === 0),
		double: String(number / 3),
		float: String(Math.fround(number / 3)),
		decimal4: `${number === 0 ? '' : '-'}${(number * 1.25).toFixed(2)}`,
		decimal8: (number * 1234567890.25).toFixed(3),
		decimal16: `${BigInt(number) * 123456789012345678n}.0000000000`,
		text: number % 5 === 0 ? '' : `text "é" 😀\n${number % 3}`,
		different: `value ${number}`,
		empty: '',
		date: new Date(Date.UTC(2020, 1, 28 + number)).toISOString().slice(0, 10),
		time: '01:02:03.500',
		seconds: `2024-01-02 03:04:${String(5 + number).padStart(2, '0')}`,
		micros: '1969-12-31 23:59:59.123456',
		adjusted: '2024-01-02 00:04:05.500',
		millis: '2024-01-02 03:04:05.250',
		nanos: '2024-01-02 03:04:05.123456789',
		uuid: '550e8400-e29b-41d4-a716-446655440000',
		bytes: '0x6162ff00',
		duration: 'P1M2DT3.5S',
		list: listed ?? '',
		struct: number % 6 === 0 ? '' : `{"a":${number},"b":["x${number}",null],"c":{"d":"2020-01-01","e":1.50}}`,
		map: number % 3 === 0 ? '' : `{"k${number}":[1,${number}],"z":null}`,
		lists: `[[1,2],[],null,[${number}]]`,
		numbers: `{"${number}":"a"}`,
		json: '{"a": 1}',
		nothing: '',
		nan: 'NaN',
		infinite: '-Infinity',
	};
}

function clickhouseRecord(number: number): Record<string, string> {
	return {
		id: String(number),
		u64: String(18446744073709551615n - BigInt(number)),
		i8: String(number),
		u16: String(number),
		flag: number % 2 === 0 ? '1' : '0',
		dt: `2024-01-02 03:04:${String(5 + number).padStart(2, '0')}`,
		dt64: `2024-01-02 03:04:${String(5 + number).padStart(2, '0')}.123`,
		d: `2024-01-${String(2 + number).padStart(2, '0')}`,
		dec: (number * 1.25).toFixed(2),
		dec128: (number * 1.5).toFixed(10),
		s: `text ${number}`,
		lc: `low ${number % 3}`,
		ns: number % 2 === 0 ? '' : String(number),
		fx: 'fix\0',
		arr: `[${number},${number + 1}]`,
		mp: `{"k":${number}}`,
		tp: `{"a":${number},"b":"a"}`,
		u: '550e8400-e29b-41d4-a716-446655440000',
		f64: String(number / 3),
		f32: String(Math.fround(number / 3)),
		en: 'a',
		nn: '[[1,null],[]]',
	};
}

function textsByName(names: readonly string[], row: readonly string[]): Record<string, string> {
	const texts = names.map((name, index) => [name, row[index] ?? ''] as const);
	return Object.fromEntries(
		texts.map(([name, text]) => [name, /^f(?:loat|32)$/.test(name) ? String(Math.fround(Number(text))) : text]),
	);
}

describe('ParquetRecords', () => {
	const folder = useTemporaryFolder();

	async function read(bytes: Uint8Array) {
		await using table = await openText(folder.path, 'a.parquet', bytes);
		const columns = [...table.columns.keys()];
		const cells = await table.cells(
			Array.from({ length: table.records }, (_, number) => number),
			columns,
			signal,
		);
		return { info: table.info, names: table.columns.map(({ name }) => name), cells };
	}

	async function beginning(bytes: Buffer, most = 3_000_000): Promise<number> {
		const source = {
			length: bytes.length,
			read: async (offset: number, length: number) => bytes.subarray(offset, offset + length),
		};
		const scheduler = new Scheduler(signal);
		let length = 0;
		for await (const { text } of (await ParquetRecords.open(source, scheduler)).list(scheduler)) {
			length += text.length;
			if (length > most) {
				break;
			}
		}
		return length;
	}

	const isFault = (fault: ParquetError['fault']) => (error: unknown) =>
		error instanceof ParquetError && error.fault === fault;

	for (const name of ['snappy', 'lz4', 'brotli', 'gzip', 'delta', 'plain']) {
		it(`reads values of each type and nested values written by DuckDB (${name})`, async () => {
			const { info, names, cells } = await read(fixture(`duckdb-${name}.parquet`));
			assert.deepEqual([info.total, info.broken, info.truncated], [40, 0, false]);
			for (const [number, row] of cells.entries()) {
				assert.deepEqual(textsByName(names, row), duckdbRecord(number));
			}
		});
	}

	for (const name of ['clickhouse', 'clickhouse-lz4']) {
		it(`reads values of each type and nested values written by ClickHouse (${name})`, async () => {
			const { info, names, cells } = await read(fixture(`${name}.parquet`));
			assert.deepEqual([info.total, info.truncated], [20, false]);
			for (const [number, row] of cells.entries()) {
				assert.deepEqual(textsByName(names, row), clickhouseRecord(number));
			}
		});
	}

	it('reads all row groups of a Parquet file, and reports the size and format of the file', async () => {
		const bytes = fixture('duckdb-groups.parquet');
		const { info, cells } = await read(bytes);
		assert.deepEqual([info.total, info.truncated, info.container, info.bytes], [6000, false, 'parquet', bytes.length]);
		assert.ok(cells.every(([id, text], number) => id === String(number) && text === `text ${number % 100}`));
	});

	it('detects a Parquet file with another extension by its content', async () => {
		await using table = await openText(folder.path, 'a.csv', fixture('duckdb-groups.parquet'));
		assert.equal(table.records, 6000);
	});

	it('keeps the types of values when records are written as JSON', async () => {
		await using table = await openText(folder.path, 'a.parquet', fixture('duckdb-snappy.parquet'));
		const columns = ['int64', 'flag', 'decimal4', 'text', 'struct'].map((name) =>
			table.columns.findIndex((column) => column.name === name),
		);
		assert.deepEqual(await table.written([0, 1], columns, signal), [
			['9007199254740993', 'true', '0.00', 'null', 'null'],
			['9007199254740994', 'false', '-1.25', String.raw`"text \"é\" 😀\n1"`, duckdbRecord(1)['struct']],
		]);
	});

	for (const encoding of ['PLAIN', 'DELTA_LENGTH_BYTE_ARRAY', 'DELTA_BYTE_ARRAY', 'RLE_DICTIONARY'] as const) {
		it(`reads strings in version 2 pages with the encoding ${encoding}`, async () => {
			const data = Array.from({ length: 3000 }, (_, index) => `shared prefix ${index % 700}${'é'.repeat(index % 4)}`);
			const file = parquetWriteBuffer({
				columnData: [{ name: 'text', data, type: 'STRING', encoding }],
				pageSize: 2000,
			});
			const { cells } = await read(new Uint8Array(file));
			assert.deepEqual(cells.flat(), data);
		});
	}

	for (const [type, encoding] of [
		['INT32', 'DELTA_BINARY_PACKED'],
		['INT64', 'DELTA_BINARY_PACKED'],
		['INT32', 'BYTE_STREAM_SPLIT'],
		['DOUBLE', 'BYTE_STREAM_SPLIT'],
		['BOOLEAN', 'PLAIN'],
	] as const) {
		it(`reads ${type} values with the encoding ${encoding}`, async () => {
			const random = new Random(3);
			const extremes = { INT32: 2 ** 31, INT64: 0, DOUBLE: 1e300, BOOLEAN: 0 };
			const make = () => {
				const value = Math.floor((random.next() - 0.5) * 2 * extremes[type]);
				return type === 'BOOLEAN'
					? random.chance(0.5)
					: type === 'INT64'
						? BigInt.asIntN(64, BigInt(Math.floor(random.next() * 2 ** 53)) * 2053n * (random.chance(0.5) ? 1n : -1n))
						: value;
			};
			const data = random.times(1500, (index) => (index % 9 === 0 ? null : make()));
			const file = parquetWriteBuffer({ columnData: [{ name: 'value', data, type, encoding, nullable: true }] });
			const { cells } = await read(new Uint8Array(file));
			assert.deepEqual(
				cells.flat(),
				data.map((value) => (value === null ? '' : String(value))),
			);
		});
	}

	it('formats 32-bit floating-point numbers with as few digits as possible', async () => {
		const data = [0.1, 1 / 3, 16777216, 1e-10, 3.4028234663852886e38];
		const file = parquetWriteBuffer({ columnData: [{ name: 'value', data, type: 'FLOAT' }] });
		const { cells } = await read(new Uint8Array(file));
		assert.deepEqual(cells.flat(), ['0.1', '0.33333334', '16777216', '1e-10', '3.4028235e+38']);
	});

	it('shows the columns of a Parquet file without records', async () => {
		const file = parquetWriteBuffer({
			columnData: [
				{ name: 'a', data: [], type: 'STRING' },
				{ name: 'é "b"', data: [], type: 'INT32' },
			],
		});
		const { info, names } = await read(new Uint8Array(file));
		assert.deepEqual([info.total, info.truncated, names], [0, false, ['a', 'é "b"']]);
	});

	it('treats a list in the column `data` as a value, not as the list of records', async () => {
		const data = [[{ a: 1 }, { a: 2 }], []];
		const file = parquetWriteBuffer({
			columnData: [{ name: 'data', data }],
			schema: [
				{ name: 'root', num_children: 1 },
				{ name: 'data', repetition_type: 'OPTIONAL', converted_type: 'LIST', num_children: 1 },
				{ name: 'list', repetition_type: 'REPEATED', num_children: 1 },
				{ name: 'element', repetition_type: 'OPTIONAL', num_children: 1 },
				{ name: 'a', type: 'INT32', repetition_type: 'OPTIONAL' },
			],
		});
		assert.deepEqual((await read(new Uint8Array(file))).cells, [['[{"a":1},{"a":2}]'], ['[]']]);
	});

	it('formats dates in every century, including years outside 0 to 9999', () => {
		for (let day = -719_528; day < 2_932_896; day += 997) {
			assert.equal(formatCalendarDay(day), new Date(day * 86_400_000).toISOString().slice(0, 10));
		}
		assert.deepEqual(
			[
				formatCalendarDay(11_016),
				formatCalendarDay(-719_529),
				formatCalendarDay(2_932_897),
				formatCalendarDay(2 ** 31 - 1),
			],
			['2000-02-29', '-0001-12-31', '+10000-01-01', '+5881580-07-11'],
		);
	});

	it('shows the records before a damaged row group and reports the Parquet file as truncated', async () => {
		const bytes = Buffer.from(fixture('duckdb-groups.parquet'));
		const page = parquetMetadata(bytes).row_groups[1]?.columns[1]?.meta_data?.dictionary_page_offset;
		bytes.fill(0xff, Number(page), Number(page) + 4);
		const { info, cells } = await read(bytes);
		assert.deepEqual([info.total, info.truncated], [2048, true]);
		assert.ok(cells.every(([id]) => id !== ''));
	});

	it('rejects Parquet files that are damaged, encrypted or incomplete', async () => {
		const sound = fixture('duckdb-groups.parquet');
		const files = [
			[Buffer.from('PAR1'), 'damagedParquet'],
			[sound.subarray(0, -1), 'damagedParquet'],
			[Buffer.concat([sound.subarray(0, -8), Buffer.from('\xff\xff\xff\x7fPAR1', 'latin1')]), 'damagedParquet'],
			[Buffer.concat([Buffer.from('PARE'), sound.subarray(4, -4), Buffer.from('PARE')]), 'unsupportedParquet'],
		] as const;
		for (const [bytes, fault] of files) {
			const path = join(folder.path, 'a.parquet');
			await writeFile(path, bytes);
			await using table = await FileTable.open(path);
			await assert.rejects(
				table.load(signal, () => undefined),
				(error) => isProblem(error, 'unreadable') && error.problem.fault === fault,
			);
		}
	});

	it('reads Parquet pages in the older LZ4 codec with and without block lengths', async () => {
		const text = 'abcabcabcabcabcabcabcabc';
		// Encodes a length and three letters literally, then 21 letters as a copy from three bytes before.
		const block = Buffer.concat([Buffer.from([0x7f]), plainText(text).subarray(0, 7), Buffer.from([3, 0, 2])]);
		const lengths = Buffer.alloc(8);
		lengths.writeUInt32BE(28);
		lengths.writeUInt32BE(block.length, 4);
		for (const bytes of [block, Buffer.concat([lengths, block])]) {
			const page = { kind: 'data', values: 1, bytes, length: 28, encoding: encodings.plain } as const;
			assert.deepEqual((await read(parquetBytes({ pages: [page], records: 1, codec: 5 }))).cells, [[text]]);
		}
	});

	it('reads a Parquet file with many columns', async () => {
		const columnData = Array.from({ length: 1000 }, (_, index) => ({
			name: `column ${index}`,
			data: [`a${index}`, `b${index}`, null],
			type: 'STRING' as const,
		}));
		const { names, cells } = await read(new Uint8Array(parquetWriteBuffer({ columnData })));
		assert.deepEqual([names.length, cells[1]?.[999], cells[2]?.join('')], [1000, 'b999', '']);
	});

	it('reports an unknown Parquet codec as unsupported', async () => {
		const page = { kind: 'data', values: 1, bytes: plainText('a'), encoding: encodings.plain } as const;
		await assert.rejects(
			beginning(parquetBytes({ pages: [page], records: 1, codec: 3 })),
			isFault('unsupportedParquet'),
		);
	});

	it('reads two billion repetitions of a value incrementally and with bounded memory', async () => {
		const count = 2 ** 31 - 1;
		const pages = [
			{ kind: 'dictionary', values: 1, bytes: plainText('x'.repeat(100_000)), encoding: encodings.plain },
			{ kind: 'data', values: count, bytes: codeRun(count), encoding: encodings.dictionary },
		] as const;
		const bytes = parquetBytes({ pages, records: count });
		assert.ok((await beginning(bytes, 20_000_000)) > 20_000_000);
		const before = process.memoryUsage().rss;
		await beginning(bytes, 60_000_000);
		assert.ok(process.memoryUsage().rss - before < 150_000_000);
	});

	it('rejects a Parquet file with lengths or counts that exceed its content', async () => {
		const plain = { kind: 'data', values: 3, bytes: plainText('a'), encoding: encodings.plain } as const;
		const dictionary = { kind: 'dictionary', bytes: plainText('a'), encoding: encodings.plain } as const;
		const huge = 2 ** 31 - 1;
		const cases: readonly (readonly [Buffer, ParquetError['fault']])[] = [
			[parquetBytes({ pages: [plain], records: 3 }), 'damagedParquet'],
			[parquetBytes({ pages: [{ ...plain, values: 1 }], records: 2 }), 'damagedParquet'],
			[parquetBytes({ pages: [{ ...plain, values: 1, length: 100_000 }], records: 1, codec: 1 }), 'damagedParquet'],
			[parquetBytes({ pages: [{ ...plain, values: 1, length: 100_000 }], records: 1, codec: 6 }), 'damagedParquet'],
			[parquetBytes({ pages: [{ ...plain, length: huge }], records: 1, codec: 6 }), 'unsupportedParquet'],
			[parquetBytes({ pages: [{ ...dictionary, values: 100 }, plain], records: 1 }), 'damagedParquet'],
			[parquetBytes({ pages: [{ ...dictionary, values: huge }, plain], records: 1 }), 'unsupportedParquet'],
			// A number without end, and structs nested without limit.
			[withFooter(Buffer.from('PAR1'), Buffer.alloc(1_000_000, 0xff)), 'damagedParquet'],
			[withFooter(Buffer.from('PAR1'), Buffer.alloc(1_000_000, 0x1c)), 'damagedParquet'],
		];
		for (const [bytes, fault] of cases) {
			await assert.rejects(beginning(bytes), isFault(fault));
		}
	});

	it('limits the length of a Parquet record', async () => {
		const pages = [
			{ kind: 'data', values: 1, bytes: plainText('\0'.repeat(5_700_000)), encoding: encodings.plain },
		] as const;
		await assert.rejects(beginning(parquetBytes({ pages, records: 1 })), isFault('unsupportedParquet'));
	});

	it('either opens or rejects a Parquet file with modified bytes, without an unexpected error', async () => {
		const random = new Random(11);
		for (const name of readdirSync(fixtures).filter((file) => /(snappy|delta|lz4)\.parquet$/.test(file))) {
			const sound = fixture(name);
			for (let round = 0; round < 25; round++) {
				const bytes = Buffer.from(sound);
				for (let change = 0; change <= random.below(3); change++) {
					// Most bytes of such small files belong to the footer.
					bytes[4 + random.below(bytes.length - 4)] = random.below(256);
				}
				await beginning(bytes, 500_000).catch((error: unknown) => {
					assert.ok(error instanceof ParquetError || error instanceof AppError, `${name} ${round}: ${error}`);
				});
			}
		}
	});
});
