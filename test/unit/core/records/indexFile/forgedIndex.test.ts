import assert from 'node:assert/strict';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getFingerprint } from '../../../../../src/core/records/indexFile/fingerprint';
import { MemoryBudget } from '../../../../../src/core/records/indexFile/memoryBudget';
import { readKeys } from '../../../../../src/core/records/indexFile/savedKeys';
import { createQueries } from '../../../../../src/core/records/queries';
import { FileTable } from '../../../../../src/core/records/read/openTable';
import { OwnCode } from '../../../../../src/core/stack/own/ownCode';
import { long } from '../../../../support/length';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { contentsOf, type Forgery, forge } from './support/forge';

const never = new AbortController().signal;
const records = 40;

const rows = Array.from({ length: records }, (_, at) => ({
	error_name: `n${at % 7}`,
	error_timestamp: String(1_700_000_000 + at * 1_000_003),
	note: at % 3 === 0 ? '' : `text ${at}`,
}));
const names = ['error_name', 'error_timestamp', 'note'] as const;
const texts = {
	csv: `${[names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.join(',')).join('\n')}\n`,
	json: JSON.stringify({ data: rows }),
};

function onlyRecords(from: number, to: number): Forgery {
	return (contents, write) => {
		const first = contents.lengths.section;
		contents.records = to - from;
		contents.lengths = { ...contents.lengths, section: [first[0] + from, to - from, first[2]] };
		contents.lengths.section = write(new Uint8Array(to - from).fill(18));
		contents.lengths.width = 1;
		contents.gaps = 1;
		for (const column of contents.columns) {
			column.filled = 0;
			column.values = { kind: 'raw', present: { count: 0 } };
		}
	};
}

const forgeries: Readonly<Record<string, Forgery>> = {
	'no records': (contents) => Object.assign(contents, { records: 0 }),
	'no records without sections': (contents, write) => {
		const section = write(new Uint8Array());
		Object.assign(contents, { records: 0, columns: [], lengths: { width: 1, section }, gaps: 0, broken: { count: 0 } });
	},
	'fewer records': (contents) => Object.assign(contents, { records: records - 5 }),
	'only the first records': onlyRecords(0, 10),
	'too many records': (contents) => Object.assign(contents, { records: 4_000_000_000 }),
	'a negative number of records': (contents) => Object.assign(contents, { records: -1 }),
	'a fraction of a record': (contents) => Object.assign(contents, { records: 39.5 }),
	'the number of records as text': (contents) => Object.assign(contents, { records: '40' }),
	'no columns': (contents) => Object.assign(contents, { columns: [] }),
	'columns that are not a list': (contents) => Object.assign(contents, { columns: { length: 3 } }),
	'one column less': (contents) => contents.columns.pop(),
	'another column': (contents) => contents.columns.push(contents.columns[0]),
	'another column name': (contents) => Object.assign(contents.columns[0], { name: 'other' }),
	'a column name that is not a string': (contents) => Object.assign(contents.columns[0], { name: 5 }),
	'an unknown kind of column': (contents) => Object.assign(contents.columns[2], { kind: 'other' }),
	'unknown values': (contents) => Object.assign(contents.columns[2].values, { kind: 'other' }),
	'no values': (contents) => Object.assign(contents.columns[2], { values: null }),
	'more values than records': (contents) => Object.assign(contents.columns[2], { filled: records + 1 }),
	'a section outside of the file': (contents) => Object.assign(contents.lengths.section, [1e12]),
	'a huge section': (contents) => {
		contents.lengths.section[1] = 2 ** 40;
	},
	'a negative offset': (contents) => Object.assign(contents.lengths.section, [-8]),
	'an unknown width': (contents) => Object.assign(contents.lengths, { width: 3 }),
	'record lengths of 0': (contents, write) =>
		Object.assign(contents, { lengths: { width: 1, section: write(new Uint8Array(records)) } }),
	'records beyond the file': (contents, write) =>
		Object.assign(contents, { lengths: { width: 4, section: write(new Uint32Array(records).fill(0xffff_ffff)) } }),
	'a first record within the header': (contents) => Object.assign(contents, { first: 3 }),
	'a first record beyond the file': (contents) => Object.assign(contents, { first: 10_000 }),
	'gaps beyond the file': (contents) => Object.assign(contents, { gaps: 1e9 }),
	'a wrong number of malformed records': (contents) => Object.assign(contents, { broken: { count: 7 } }),
	'more ambiguous than malformed records': (contents) => Object.assign(contents, { guessed: 3 }),
	'another format': (contents) => Object.assign(contents, { format: contents.format === 'csv' ? 'json' : 'csv' }),
	'an unknown format': (contents) => Object.assign(contents, { format: 'xml' }),
	'codes without texts': (contents, write) => {
		const { values } = contents.columns[0];
		values.codes = { bits: 8, section: write(new Uint8Array(records).fill(200)) };
	},
	'decreasing text offsets': (contents, write) => {
		const { values } = contents.columns[0];
		const count = values.offsets[1] / 4;
		const offsets = Uint32Array.from({ length: count }, (_, at) => (at === 2 ? 4_000_000 : at));
		values.offsets = write(offsets);
	},
	'codes for empty values only': (contents, write) => {
		contents.columns[0].values.codes = { bits: 8, section: write(new Uint8Array(records)) };
	},
	'an unknown code width': (contents) => Object.assign(contents.columns[0].values.codes, { bits: 3 }),
	'contents without members': (contents) => {
		for (const name of Object.keys(contents)) {
			delete contents[name];
		}
	},
};

describe('forged index', () => {
	const folder = useTemporaryFolder();

	for (const format of ['csv', 'json'] as const) {
		it(`ignores a forged index of a ${format} file even if its checksums are valid`, async () => {
			const path = join(folder.path, `a.${format}`);
			await using read = await openText(folder.path, `a.${format}`, texts[format]);
			await read.saveIndex(never);
			const expected = await known(read);
			const original = await readFile(`${path}.index`);
			await using plain = await reopen(path);
			assert.equal(plain.complete, true, 'the original index is used');
			for (const [what, forgery] of Object.entries(forgeries)) {
				await forge(`${path}.index`, original, forgery);
				await using table = await reopen(path);
				await table.load(never, () => undefined);
				assert.deepEqual(await known(table), expected, what);
			}
		});
	}

	const hostileValues = [-1, 1.5, 2 ** 31, 1e300, '9', null, {}, [1e9, 1e9, 1]] as const;

	for (const [format, define, share] of [
		['csv', it, 3],
		['json', long, 1],
	] as const) {
		define(
			`ignores an index of a ${format} file in which any member has an invalid value`,
			async function (this: Mocha.Context) {
				this.timeout(10 * 60_000);
				const path = join(folder.path, `b.${format}`);
				await using read = await openText(folder.path, `b.${format}`, texts[format]);
				await read.saveIndex(never);
				const expected = await known(read);
				const original = await readFile(`${path}.index`);
				const paths = membersOf((await contentsOf(`${path}.index`)) as Member);
				assert.ok(paths.length > 30, String(paths.length));
				for (const [index, member] of paths.entries()) {
					for (const value of hostileValues.filter((_, at) => (at + index) % share === 0)) {
						await forge(`${path}.index`, original, (contents) => setMember(contents, member, value));
						await using table = await reopen(path);
						await table.load(never, () => undefined);
						assert.deepEqual(await known(table), expected, `${member.join('.')} = ${JSON.stringify(value)}`);
					}
				}
			},
		);
	}

	async function reopen(path: string): Promise<FileTable> {
		return FileTable.open(path, { saved: new MemoryBudget(1024 * 1024) });
	}

	async function known(table: FileTable) {
		return {
			info: table.info,
			cells: await table.cells([...Array(table.records).keys()], [0, 1, 2], never),
			values: table.columns.map(({ values }) =>
				Array.from({ length: table.records }, (_, number) =>
					values.kind === 'dictionary'
						? values.value(values.codes[number] ?? 0)
						: values.kind === 'number'
							? values.text(number)
							: values.present.has(number),
				),
			),
		};
	}

	it('ignores forged group keys even if their checksums are valid', async () => {
		const path = join(folder.path, 'keys.csv');
		const trace = (at: number) => `"java.lang.E${at % 5}: x\n\tat com.example.A${at % 5}.run(A.kt:${at})\n"`;
		const lines = Array.from({ length: records }, (_, at) => `${trace(at)}\n`);
		await using table = await openText(folder.path, 'keys.csv', `error\n${lines.join('')}`);
		await table.saveIndex(never);
		const own = new OwnCode([]);
		const { answer } = createQueries(table, () => own);
		const params = {
			view: { filters: [], sort: [] },
			key: { kind: 'frames' },
			order: 'records',
			descending: true,
		} as const;
		await answer.groups({ ...params, start: 0, end: 9, trendParts: 0 }, { signal: never, report: () => undefined });
		await Promise.all((table.keyParts ?? []).map((part) => part.settled()));
		const original = await readFile(`${path}.keys`);
		await using handle = await open(path, 'r');
		const keys = async () =>
			readKeys(path, await getFingerprint(path, handle), (await contentsOf(`${path}.keys`)).own, records);
		assert.ok(await keys());
		const ofKeys: Readonly<Record<string, Forgery>> = {
			'codes without keys': (contents, write) =>
				Object.assign(contents, { codes: { width: 1, section: write(new Uint8Array(records).fill(200)) } }),
			'fewer codes than records': (contents, write) =>
				Object.assign(contents, { codes: { width: 1, section: write(new Uint8Array(3)) } }),
			'halves of different lengths': (contents, write) => Object.assign(contents, { highs: write(new Uint32Array(1)) }),
			'no keys': (contents, write) => Object.assign(contents, { lows: write(new Uint32Array()) }),
			'decreasing ends': (contents, write) =>
				Object.assign(contents.sites, {
					ends: { width: 4, section: write(Uint32Array.from([0, 0, 5, 1, 0xffff_ffff])) },
				}),
			'sites that do not exist': (contents, write) =>
				Object.assign(contents.sites, { members: { width: 1, section: write(new Uint8Array(20).fill(250)) } }),
			'a huge section': (contents) => Object.assign(contents.codes.section, [0, 2 ** 40]),
			'no crash sites': (contents) => delete contents.sites,
		};
		for (const [what, forgery] of Object.entries(ofKeys)) {
			await forge(`${path}.keys`, original, forgery);
			assert.equal(await keys(), undefined, what);
		}
	});
});

type Member = { readonly [name: string]: unknown };

function membersOf(value: Member, path: readonly string[] = []): readonly (readonly string[])[] {
	return Object.entries(value).flatMap(([name, inner]) => [
		[...path, name],
		...(typeof inner === 'object' && inner !== null ? membersOf(inner as Member, [...path, name]) : []),
	]);
}

function setMember(contents: Record<string, unknown>, path: readonly string[], value: unknown): void {
	const parent = path.slice(0, -1).reduce<Record<string, unknown>>((of, name) => of[name] as never, contents);
	parent[path.at(-1) ?? ''] = value;
}
