import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MemoryBudget } from '../../../../../src/core/records/indexFile/memoryBudget';
import { LoadRows } from '../../../../../src/core/records/load/rows/loadRows';
import { CachedSnapshot } from '../../../../../src/core/records/query/cachedSnapshot';
import { QueryCache } from '../../../../../src/core/records/query/queryCache';
import { orderKey } from '../../../../../src/core/records/query/values/orderKey';
import { getTime } from '../../../../../src/core/records/query/values/timeValue';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import type { LoadFacts } from '../../../../../src/core/records/server/dataset/loadFacts';
import { storedFields } from '../../../../../src/core/records/server/dataset/schema';
import type { Table } from '../../../../../src/core/records/table/table';
import { UnionTable } from '../../../../../src/core/records/union/unionTable';
import { formatCivil, fromUtc } from '../../../../../src/shared/civilTime';
import { fold, isAscii } from '../../../../../src/shared/fold';
import { type NativeColumns, readNative } from '../../../../support/databases/nativeBlocks';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { MemoryTable, type TestColumn } from '../query/support/memoryTable';

const { signal } = new AbortController();
const header = 'error_name,error,error_timestamp,analytics_device_id,app_version_name\n';

async function written(table: Table) {
	const rows = new LoadRows(
		new CachedSnapshot(new QueryCache(), table),
		storedFields(table.columns),
		table.info.timeColumn,
	);
	const pieces: Buffer[] = [];
	for await (const { bytes } of rows.records(signal)) {
		pieces.push(Buffer.from(bytes));
	}
	const keys: Buffer[] = [];
	for await (const bytes of rows.keys(signal)) {
		keys.push(Buffer.from(bytes));
	}
	return {
		records: readNative(Buffer.concat(pieces)),
		keys: readNative(Buffer.concat(keys)),
		facts: rows.facts(0, {}),
		blocks: pieces.length,
	};
}

function assertFields(records: NativeColumns, columns: readonly TestColumn[], rows: readonly (readonly string[])[]) {
	for (const [place, { column, folded, order, kind }] of storedFields(columns).entries()) {
		const values = rows.map((row) => row[place] ?? '');
		assert.deepEqual(records.get(column), values, column);
		assert.deepEqual(
			records.get(folded),
			values.map((value) => (isAscii(value) ? '' : fold(value))),
			folded,
		);
		if (order !== undefined) {
			const orders = values.map((value) => (value === '' ? '' : orderKey(kind, value)));
			assert.deepEqual(records.get(order), orders, order);
		}
	}
}

function assertLongest({ columns }: LoadFacts, rows: readonly (readonly string[])[]) {
	assert.deepEqual(
		columns.map(({ longestBytes: longest }) => longest),
		columns.map((_, column) => Math.max(...rows.map((row) => Buffer.byteLength(row[column] ?? '')))),
	);
}

describe('rows written by a load', () => {
	const folder = useTemporaryFolder();

	it('writes the same rows for several files as for one file with the same records', async function () {
		this.timeout(60_000);
		const parts = [0, 1, 2].map((part) =>
			Array.from({ length: 3000 }, (_, row) => {
				const name = part === 1 && row % 3 === 0 ? '' : ['SIGSEGV', 'Ошибка', `E${part}`][row % 3];
				const device = row % 7 === 0 ? '' : `1844674407370955${1000 + row}`;
				return `${name},"text ${part} ${row} ""é""",${1_700_000_000 + row * 60 + part * 86_400},${device},1.${row % 4}\n`;
			}).join(''),
		);
		const paths = await Promise.all(
			parts.map(async (rows, part) => {
				const path = join(folder.path, `part-${part}.csv`);
				await writeFile(path, header + rows);
				return path;
			}),
		);
		const whole = join(folder.path, 'whole.csv');
		await writeFile(whole, header + parts.join(''));
		await using several = new UnionTable(paths, { budget: new MemoryBudget(64 << 20), savesIndex: false });
		await several.load(signal, () => undefined);
		await using one = await FileTable.open(whole);
		await one.load(signal, () => undefined);
		assert.ok(several.columns.some(({ pieces }) => (pieces?.length ?? 0) > 1));
		const [ofSeveral, ofOne] = [await written(several), await written(one)];
		assert.equal(ofOne.records.get('_n')?.length, 9000);
		assert.deepEqual(ofSeveral.records, ofOne.records);
		assert.deepEqual(ofSeveral.keys, ofOne.keys);
		assert.deepEqual(
			ofSeveral.facts.columns.map(({ longestBytes: longest }) => longest),
			ofOne.facts.columns.map(({ longestBytes: longest }) => longest),
		);
	});

	it('writes the parsed values of number and date columns', async function () {
		this.timeout(60_000);
		const random = new Random(7);
		const edges = [
			0n,
			1n,
			9n,
			10n,
			99n,
			999n,
			1000n,
			9999n,
			10_000n,
			99_999_999n,
			100_000_000n,
			2n ** 32n - 1n,
			2n ** 32n,
		];
		const large = [10n ** 16n - 1n, 10n ** 16n, 10n ** 19n - 1n, 10n ** 19n, 2n ** 63n, 2n ** 64n - 1n];
		const integers = [...edges, ...large, ...random.times(12_000, () => anyInteger(random))].map(String);
		const [small = 0, leap = 0] = ['2000-02-29', '2100-02-28'].map((day) => getTime(`${day} 23:59:59`) ?? 0);
		const seconds = [0, 59, 86_399, 86_400, small, small + 1, leap, leap + 1, 2 ** 32 - 1];
		const dates = integers.map((_, row) => getDate(seconds[row] ?? random.below(2 ** 32)));
		const columns: TestColumn[] = [
			{ name: 'analytics_device_id', kind: 'integer', store: 'integer' },
			{ name: 'error_datetime', kind: 'time', store: 'dateTime' },
			{ name: 'error_timestamp', kind: 'time', store: 'integer' },
			{ name: 'large', kind: 'time', store: 'integer' },
			{ name: 'plain', kind: 'text', store: 'integer' },
			{ name: 'version', kind: 'version', store: 'integer' },
			{ name: 'date', kind: 'text', store: 'dateTime' },
			{ name: 'none', kind: 'integer', store: 'integer' },
		];
		const or = (value: string) => (random.chance(0.1) ? '' : value);
		const rows = integers.map((integer, row) => [
			or(integer),
			or(dates[row] ?? ''),
			or(String(seconds[row] ?? random.below(2 ** 32))),
			or(integer),
			or(integer),
			or(String(random.below(1000))),
			or(dates[row] ?? ''),
			'',
		]);
		const table = new MemoryTable({ columns, rows });
		const { records, facts } = await written(table);
		assertFields(records, columns, rows);
		assertLongest(facts, rows);
		const times = rows.map(([, , timestamp = '']) => (timestamp === '' ? -(2n ** 63n) : BigInt(timestamp)));
		assert.deepEqual(records.get('_time'), times);
		assert.deepEqual(
			records.get('_day'),
			times.map((time) => (time < 0n ? 0n : time / 86_400n > 49_000n ? 49_000n : time / 86_400n)),
		);
		assert.deepEqual(
			records.get('_n'),
			rows.map((_, row) => BigInt(row)),
		);
		assert.deepEqual(
			records.get('_device'),
			rows.map(([device = '']) => deviceOf(device)),
		);
	});

	it('writes the original text of dictionary-coded values, regardless of their length and number', async function () {
		this.timeout(60_000);
		const random = new Random(11);
		const longTexts = ['x'.repeat(127), 'x'.repeat(128), 'é'.repeat(70), 'y'.repeat(40_000), 'Ж'.repeat(90_000)];
		const many = random.times(3000, (index) => `${index} ${'z'.repeat(6000)}`);
		const columns: TestColumn[] = [
			{ name: 'error_name', kind: 'text', store: 'dictionary' },
			{ name: 'many', kind: 'text', store: 'dictionary' },
			{ name: 'app_version_name', kind: 'version', store: 'dictionary' },
			{ name: 'analytics_device_id', kind: 'integer', store: 'dictionary' },
			{ name: 'error_datetime', kind: 'time', store: 'dictionary' },
			{ name: 'read', kind: 'integer', store: 'raw' },
		];
		const rows = random.times(20_000, (index) => [
			index % 400 === 0
				? random.pick([...longTexts] as [string, ...string[]])
				: random.pick(['SIGSEGV', 'Ошибка', 'ΣΊΣΥΦΟΣ', '', 'a\0b']),
			index % 3 === 0 ? (many[random.below(many.length)] ?? '') : '',
			random.pick(['1.2.3', '1.10-rc1', 'v2', '']),
			random.pick(['007', '-3', '18446744073709551616', 'none', '']),
			random.pick(['2024-02-29 12:00:00', 'yesterday', '1700000000', '']),
			random.pick(['12', '-5', 'no number', 'größer', '']),
		]);
		const table = new MemoryTable({ columns, rows, broken: new Set([5, 9000]) });
		const { records, facts, blocks } = await written(table);
		assert.ok(blocks > 2);
		assertFields(records, columns, rows);
		assertLongest(facts, rows);
		const faults = records.get('_fault')?.flatMap((fault, row) => (fault === 0n ? [] : [row]));
		assert.deepEqual(faults, [5, 9000]);
		assert.equal(records.get('_raw')?.[9000], JSON.stringify(rows[9000]));
		assert.equal(records.get('_raw')?.[9001], '');
		assert.equal(records.get('_found')?.[5], 6n);
	});

	it('numbers identical records consecutively, even across blocks', async function () {
		this.timeout(60_000);
		const random = new Random(13);
		const columns: TestColumn[] = [
			{ name: 'error_name', kind: 'text', store: 'dictionary' },
			{ name: 'read', kind: 'text', store: 'raw' },
			{ name: 'count', kind: 'integer', store: 'integer' },
		];
		const texts = ['', 'a', 'b', 'a\0', 'x'.repeat(7), 'x'.repeat(8), 'x'.repeat(9), 'é'.repeat(200)] as const;
		const rows = random.times(30_000, () => [random.pick(texts), random.pick(texts), String(random.below(1000))]);
		const broken = new Set([3, 20_000]);
		const { records, blocks } = await written(new MemoryTable({ columns, rows, broken }));
		assert.ok(blocks > 2);
		const seen = new Map<string, bigint>();
		const expected = rows.map((row, record) => {
			const key = JSON.stringify([...row, broken.has(record)]);
			const count = seen.get(key) ?? 0n;
			seen.set(key, count + 1n);
			return count;
		});
		assert.ok(expected.some((count) => count > 1n));
		assert.deepEqual(records.get('_copy'), expected);
	});

	it('writes the group key of every hash that the written records contain', async () => {
		const columns: TestColumn[] = [
			{ name: 'error', kind: 'text', store: 'raw' },
			{ name: 'error_name', kind: 'text', store: 'dictionary' },
		];
		const trace = (line: number) => `java.lang.E: message ${'abcde'[line % 5]}\n\tat a.B.c${line % 5}(B.java:1)`;
		const rows = Array.from({ length: 200 }, (_, row) => [row % 10 === 0 ? '' : trace(row), `name ${row % 4}`]);
		const { records, keys } = await written(new MemoryTable({ columns, rows }));
		const known = new Map(
			(keys.get('hash') ?? []).map((hash, index) => [`${keys.get('kind')?.[index]} ${hash}`, index]),
		);
		for (const [column, kind] of [
			['_frames', 1],
			['_message', 2],
			['_top', 3],
		] as const) {
			const hashes = records.get(column) ?? [];
			assert.equal(hashes.length, 200);
			assert.ok(new Set(hashes).size > 3, column);
			for (const hash of hashes.filter((each) => each !== '0'.repeat(32))) {
				const key = known.get(`${kind} ${hash}`);
				assert.ok(key !== undefined, `${column} ${hash}`);
				assert.equal(
					createHash('md5')
						.update(String(keys.get('value')?.[key]))
						.digest('hex'),
					hash,
				);
			}
		}
	});
});

/** Returns an integer with a random number of digits. Uniformly random 64-bit integers would nearly all be long. */
function anyInteger(random: Random): bigint {
	const digits = 1 + random.below(20);
	const value = BigInt(random.times(digits, () => random.below(10)).join(''));
	return value < 2n ** 64n ? value : value / 10n;
}

function getDate(seconds: number): string {
	return formatCivil(fromUtc(seconds * 1000));
}

function deviceOf(text: string): bigint {
	if (text === '') {
		return 0n;
	}
	return /^[1-9]\d{0,18}$/.test(text) ? BigInt(text) : createHash('md5').update(text).digest().readBigUInt64LE();
}
