import assert from 'node:assert/strict';
import type { FileTable } from '../../../../../src/core/records/read/openTable';
import type { GroupKey, RecordFilter, View } from '../../../../../src/shared/results';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { asking, getNumbers, wholeFile } from './support/querying';

/** More distinct names than a dictionary can hold, so that the column is read from the file. */
const records = 70_000;

interface Sample {
	readonly name: string;
	readonly device: string;
	readonly timestamp: string;
	readonly version: string;
	readonly error: string;
}

function samples(): Sample[] {
	const random = new Random(11);
	return random.times(records, (index) => ({
		name: random.chance(0.02) ? '' : `Ошибка "${index}", line\nbreak`,
		device: String(18_446_744_073_700_000_000n + BigInt(random.below(1_500_000))),
		timestamp: random.chance(0.01) ? '' : String(1_700_000_000 + random.below(100_000)),
		version: `${random.below(3)}.${random.below(12)}`,
		error: `State ${random.below(1000)} at ${'x'.repeat(random.below(30))}\n\tat a.b(C.java:${random.below(3)})`,
	}));
}

const header = ['error_name', 'analytics_device_id', 'error_timestamp', 'app_version_name', 'error'];
const cellsOf = ({ name, device, timestamp, version, error }: Sample) => [name, device, timestamp, version, error];

function toCsv(all: readonly Sample[]): string {
	const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
	return `${[header, ...all.map(cellsOf)].map(line).join('\r\n')}\r\n`;
}

function toJson(all: readonly Sample[]): string {
	const object = (cells: readonly string[]) => Object.fromEntries(header.map((name, index) => [name, cells[index]]));
	// Every other record has its non-ASCII letters escaped, as many services write them.
	const escaped = (text: string, index: number) =>
		index % 2 === 0
			? text
			: text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
	return `{"data":[${all.map((one, index) => escaped(JSON.stringify(object(cellsOf(one))), index)).join(',\n')}]}`;
}

describe('queries on an opened file', () => {
	const temporary = useTemporaryFolder();
	const all = samples();
	let table: FileTable;

	for (const [format, text] of [
		['csv', toCsv],
		['json', toJson],
	] as const) {
		describe(`queries on a file opened as ${format}`, () => {
			beforeEach(async () => {
				table = await openText(temporary.path, `records.${format}`, text(all));
			});
			afterEach(() => table[Symbol.asyncDispose]());

			it('opened file contains raw, number and dictionary columns', () => {
				const kinds = table.columns.map(({ values }) => values.kind);
				assert.deepEqual(new Set(kinds), new Set(['raw', 'number', 'dictionary']));
				assert.equal(table.info.broken, 0);
			});

			it('returns the same query results for an opened file as for plain arrays', async () => {
				const ask = asking(table);
				const numbers = [...all.keys()];
				const select = (passes: (one: Sample) => boolean) =>
					all.flatMap((one, number) => (passes(one) ? [number] : []));
				const filters: [RecordFilter, (one: Sample) => boolean][] = [
					[{ kind: 'contains', column: 0, text: 'ОШИБКА "123' }, ({ name }) => name.includes('Ошибка "123')],
					[{ kind: 'anywhere', text: 'ОШИБКА "6' }, ({ name }) => name.includes('Ошибка "6')],
					[{ kind: 'anywhere', text: 'STATE 99' }, ({ error }) => error.includes('State 99')],
					[{ kind: 'anywhere', text: '12', columns: [0, 4] }, ({ name, error }) => `${name} ${error}`.includes('12')],
					[{ kind: 'anywhere', text: '"44", LINE\nB' }, ({ name }) => name.includes('"44", line\nb')],
					[
						{ kind: 'anywhere', text: '00012' },
						({ device, timestamp, name }) => [device, timestamp, name].some((text) => text.includes('00012')),
					],
					[
						{ kind: 'oneOf', column: 1, values: [all[5]?.device ?? '', all[69_999]?.device ?? ''] },
						({ device }) => device === all[5]?.device || device === all[69_999]?.device,
					],
					[
						{ kind: 'range', column: 1, from: '18446744073700000007', to: '18446744073700099999' },
						({ device }) => BigInt(device) >= 18446744073700000007n && BigInt(device) <= 18446744073700099999n,
					],
					[{ kind: 'matches', column: 4, pattern: '^state 5\\d\\b' }, ({ error }) => /^state 5\d\b/i.test(error)],
				];
				for (const [filter, passes] of filters) {
					const found = await getNumbers(ask, { filters: [filter], sort: [] });
					assert.deepEqual(found, select(passes), JSON.stringify(filter));
					assert.ok(found.length > 0);
				}
				const bytes = (number: number) => Buffer.from(all[number]?.name ?? '');
				assert.deepEqual(
					await getNumbers(ask, { filters: [], sort: [{ column: 0, descending: false }] }),
					numbers.toSorted(
						(a, b) =>
							Number(bytes(a).length === 0) - Number(bytes(b).length === 0) || Buffer.compare(bytes(a), bytes(b)),
					),
				);
				const device = (number: number) => BigInt(all[number]?.device ?? 0);
				assert.deepEqual(
					await getNumbers(ask, { filters: [], sort: [{ column: 1, descending: true }] }),
					numbers.toSorted((a, b) => Number(device(b) - device(a))),
				);
			});

			it('groups an opened file by message and counts each device once per group', async () => {
				const ask = asking(table);
				const key: GroupKey = { kind: 'message' };
				const params = { view: wholeFile, key, order: 'devices', descending: true, start: 0, end: 99 } as const;
				const { records: sum, page } = await ask.groups({ ...params, trendParts: 5 });
				assert.equal(sum, records);
				const messageOf = ({ error }: Sample) => error.split('\n')[0]?.replace(/\d+/, '<n>').trim() ?? '';
				const expected = [...Map.groupBy(all, messageOf)].map(([value, group]) => {
					const devices = new Set(group.map(({ device }) => device)).size;
					return { value, records: group.length, devices };
				});
				assert.deepEqual(
					page.map(({ value, records, devices }) => ({ value: String(value), records, devices })).sort(byValue),
					expected.sort(byValue),
				);
				const view: View = { filters: [{ kind: 'group', key, values: [expected[3]?.value ?? ''] }], sort: [] };
				const { count } = await ask.page({ view, start: 0, end: 0, columns: [], cellLength: 0 });
				assert.equal(count, expected[3]?.records);
			});

			it('executes other queries while a search is reading the file', async () => {
				const ask = asking(table);
				const view: View = { filters: [{ kind: 'contains', column: 0, text: 'ошибка' }], sort: [] };
				let searched = false;
				const search = getNumbers(ask, view).then(() => {
					searched = true;
				});
				await ask.page({ view: wholeFile, start: 60_000, end: 60_100, columns: [0, 1, 2, 3, 4], cellLength: 300 });
				assert.equal(searched, false);
				await search;
			});
		});
	}

	it('finds text in records of any length, even at record boundaries', async () => {
		const random = new Random(3);
		const rows = random.times(400, (index) => {
			const text = `lost ${index % 7} `.padEnd(random.pick([10, 300, 30_000, 70_000]), `${index}.`);
			return random.chance(0.5) ? text : [...text].reverse().join('');
		});
		const csv = `error,error_name\n${rows.map((text, index) => `${text},${index}\n`).join('')}`;
		await using long = await openText(temporary.path, 'long.csv', csv);
		assert.equal(long.columns[0]?.values.kind, 'raw');
		for (const text of ['LOST 3', '4 tsol', '0 lost', ' 6']) {
			const expected = [...rows.keys()].filter((number) => rows[number]?.includes(text.toLowerCase()));
			const view: View = { filters: [{ kind: 'anywhere', text }], sort: [] };
			assert.deepEqual(await getNumbers(asking(long), view), expected, text);
		}
	});

	it('distinguishes letters with and without a combining accent, even in columns without a dictionary', async () => {
		const rows = ['"cafe\u0301"', 'cafe\u0301', '"the ""cafe"" "', 'CAFE', '"a\ncafe\n"'];
		const text = `text,other\n${rows.map((row) => `${row},x\n`).join('')}`;
		// The column has no dictionary because of these long values.
		const padding = 'z'.repeat(3_000_000);
		await using short = await openText(temporary.path, 'short.csv', text);
		await using long = await openText(temporary.path, 'long.csv', `${text}${padding}1,x\n${padding}2,x\n`);
		assert.equal(long.columns[0]?.values.kind, 'raw');
		for (const table of [short, long]) {
			const find = (text: string) => getNumbers(asking(table), { filters: [{ kind: 'anywhere', text }], sort: [] });
			assert.deepEqual(await find('cafe'), [2, 3, 4]);
			assert.deepEqual(await find('CAFÉ'), [0, 1]);
			assert.deepEqual(await find('"cafe"'), [2]);
			assert.deepEqual(await find('A\nC'), [4]);
			assert.deepEqual(await find('é,'), []);
		}
	});
});

function byValue(a: { readonly value: string }, b: { readonly value: string }): number {
	return a.value < b.value ? -1 : 1;
}
