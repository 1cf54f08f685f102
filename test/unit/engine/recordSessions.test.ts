import * as assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isProblem } from '../../../src/core/common/errors';
import { nodeFiles } from '../../../src/core/files/durableFile';
import { utc } from '../../../src/core/plan/range';
import { writeSet } from '../../../src/core/sync/store/setFolder';
import type { OpenRecords } from '../../../src/engine/recordSessions';
import { type ComparisonPageQuestion, verdictKinds } from '../../../src/shared/comparison';
import type { GroupPage, RecordPage } from '../../../src/shared/results';
import type { CallContext } from '../../../src/shared/rpc';
import { addExport } from '../core/export/support/library';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';
import { useOpenRecords } from './support/openRecords';

const view = { filters: [], sort: [] };

function context<P>(signal = new AbortController().signal, report: (progress: P) => void = () => undefined) {
	return { signal, report } satisfies CallContext<P>;
}

function page(records: OpenRecords, session: string, start = 0, end = 2): Promise<RecordPage> {
	const params = { view, start, end, columns: [1, 0], cellLength: 4 };
	return Promise.resolve(
		records.handlers.queryRecords({ session, query: 'page', params }, context()) as Promise<RecordPage>,
	);
}

describe('OpenRecords', () => {
	const opened = useOpenRecords();
	const folder = useTemporaryFolder();
	let records: OpenRecords;

	beforeEach(() => {
		records = opened.create();
	});

	async function file(text: string): Promise<string> {
		const path = join(folder.path, 'a.csv');
		await writeFile(path, text);
		return path;
	}

	it('opens a file of records, runs queries and closes it', async () => {
		const path = await file('a,b\n1,longer\n2,y,z\n3,💥💥💥\n');
		const info = await records.handlers.openRecords({ session: 's', path }, context());
		assert.deepEqual([info.total, info.broken], [3, 1]);
		assert.deepEqual(await page(records, 's', 0, 9), {
			count: 3,
			start: 0,
			rows: [
				{ number: 0, cells: ['long', '1'], broken: false },
				{ number: 1, cells: ['y', '2'], broken: true },
				{ number: 2, cells: ['💥💥', '3'], broken: false },
			],
		});
		const question = { session: 's', query: 'record', params: { number: 1 } } as const;
		assert.deepEqual(await records.handlers.queryRecords(question, context()), {
			number: 1,
			values: ['2', 'y'],
			fault: { kind: 'cells', found: 3, raw: '2,y,z' },
		});
		await records.handlers.closeRecords({ session: 's' }, context());
		await assert.rejects(page(records, 's'), (error) => isProblem(error, 'cancelled'));
	});

	it('returns the crash sites of a file and ignores outdated site IDs after the file is reopened', async () => {
		const path = await file('error\n"a.E: x\n\tat com.example.Cart.sum(Cart.kt:12)"\n');
		const { crashSites, countSites, filesWithSites, filesOfRecords, openRecords } = records.handlers;
		await openRecords({ session: 's', path }, context());
		const { sites, generation } = await crashSites({ session: 's', names: ['Cart.kt'] }, context());
		const of = sites.flatMap(({ id, versions }) => versions.map(({ code }) => ({ site: id, version: code })));
		const question = { session: 's', generation, sets: [{ of, threw: true }], maxGroups: 1 };
		const [count] = (await countSites(question, context())) ?? [];
		assert.deepEqual([count?.records, count?.devices, count?.groups[0]?.title.place], [1, undefined, 'Cart.sum']);
		const { files } = await filesWithSites({ session: 's', max: 5 }, context());
		assert.deepEqual(files, [{ name: 'Cart.kt', records: 1, devices: undefined }]);
		const { frames } = await filesOfRecords({ session: 's', filters: [], max: 5 }, context());
		assert.deepEqual(
			frames.map(({ frame }) => frame.file),
			['Cart.kt'],
		);
		await openRecords({ session: 's', path }, context());
		await crashSites({ session: 's', names: ['Cart.kt'] }, context());
		assert.equal(await countSites(question, context()), undefined);
	});

	it('compares the files of two sessions, or a file with itself, and cancels when a session is closed', async () => {
		const line = (name: string, day: number, device: number) =>
			`${name},2026-03-${String(day).padStart(2, '0')} 12:00:00,${device}\n`;
		const lines = (names: readonly string[], days: readonly number[]) =>
			names.map((name) => days.map((day) => line(name, day, 100 * day + name.length).repeat(2)).join('')).join('');
		const header = 'error_name,error_datetime,analytics_device_id\n';
		const [one, other] = [join(folder.path, 'one.csv'), join(folder.path, 'other.csv')];
		await writeFile(one, header + lines(['a', 'bb', 'ccc'], [1, 2, 3, 4, 5]));
		await writeFile(other, header + lines(['bb', 'ccc', 'dddd'], [11, 12, 13, 14, 15]));
		await records.handlers.openRecords({ session: 'one', path: one }, context());
		await records.handlers.openRecords({ session: 'other', path: other }, context());
		const question: ComparisonPageQuestion = {
			before: { filters: [] },
			after: { filters: [] },
			key: { kind: 'name' },
			exposure: 'time',
			timeZone: 'UTC',
			verdicts: verdictKinds,
			order: 'before',
			start: 0,
			end: 9,
			trendParts: 5,
		};
		const compare = async (before: string, after: string, signal?: AbortSignal) =>
			records.handlers.compareRecords({ before, after, question }, context(signal));
		const { page, before, after } = await compare('one', 'other');
		assert.deepEqual([before.records, before.devices, after.records, after.devices], [30, 15, 30, 15]);
		assert.deepEqual(
			page.map((group) => [group.value, group.before?.devices, group.after?.devices]),
			[
				['a', 5, undefined],
				['bb', 5, 5],
				['ccc', 5, 5],
				['dddd', undefined, 5],
			],
		);
		assert.deepEqual(page[1]?.before?.trend, [2, 2, 2, 2, 2]);
		const same = await compare('one', 'one');
		assert.equal(same.reasons.find(({ kind }) => kind === 'rangesOverlap')?.kind, 'rangesOverlap');
		const asked = assert.rejects(compare('other', 'one'), (error) => isProblem(error, 'cancelled'));
		await records.handlers.closeRecords({ session: 'other' }, context());
		await asked;
		await records.handlers.closeRecords({ session: 'one' }, context());
	});

	it('answers queries while the file is still being read', async () => {
		const path = await file(`a,b\n${'1,x\n'.repeat(5_000_000)}`);
		let early: Promise<RecordPage> | undefined;
		const info = await records.handlers.openRecords(
			{ session: 's', path },
			context(undefined, () => {
				early ??= page(records, 's');
			}),
		);
		assert.deepEqual((await early)?.rows[0]?.cells, ['x', '1']);
		assert.equal(((await early)?.count ?? info.total) < info.total, true);
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('sends the names of thousands of columns only once despite many progress events', async () => {
		const names = Array.from({ length: 10_000 }, (_, index) => `column_${index}`);
		const path = await file(`${names.join(',')}\n${`${'x,'.repeat(9_999)}y\n`.repeat(200)}`);
		const told: unknown[] = [];
		const info = await records.handlers.openRecords(
			{ session: 's', path },
			context(undefined, (progress) => told.push(progress)),
		);
		const [first, ...rest] = [...told, info].map((message) => JSON.stringify(message));
		assert.ok(first && names.every((name) => first.includes(`"${name}"`)));
		assert.ok(rest.length > 0 && rest.every(({ length }) => length < 400), `${rest.map(({ length }) => length)}`);
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('stops reading when the session is closed', async () => {
		const path = await file(`a,b\n${'1,x\n'.repeat(5_000_000)}`);
		let closed: Promise<void> | undefined;
		const opening = records.handlers.openRecords(
			{ session: 's', path },
			context(undefined, () => {
				closed ??= Promise.resolve(records.handlers.closeRecords({ session: 's' }, context()));
			}),
		);
		await assert.rejects(Promise.resolve(opening), (error) => isProblem(error, 'cancelled'));
		await closed;
	});

	it("removes a session whose file can't be opened", async () => {
		const path = join(folder.path, 'none.csv');
		const opening = records.handlers.openRecords({ session: 's', path }, context());
		await assert.rejects(Promise.resolve(opening), (error) => isProblem(error, 'disk'));
		await assert.rejects(page(records, 's'), (error) => isProblem(error, 'cancelled'));
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('saves the index of a large export next to its records, but saves no index for other files', async () => {
		const text = `error_name,count\n${'name,1\n'.repeat(200_000)}`;
		const { folder: ours, outcome } = await addExport(folder.path, { records: text });
		const path = join(ours, outcome?.file ?? '');
		const params = { session: 's', path, libraries: [folder.path] };
		const info = await records.handlers.openRecords(params, context());
		for (let tries = 0; tries < 600 && !existsSync(`${path}.index`); tries++) {
			await setTimeout(50);
		}
		assert.deepEqual(
			readdirSync(ours).toSorted(),
			['outcome.json', 'request.json', outcome?.file, `${outcome?.file}.index`].toSorted(),
		);
		let told = 0;
		const again = await records.handlers.openRecords(
			params,
			context(undefined, () => told++),
		);
		assert.equal(told, 1, 'read again');
		assert.deepEqual(again, info);
		assert.equal((await page(records, 's')).count, 200_000);
		const elsewhere = await file(text);
		await records.handlers.openRecords({ ...params, path: elsewhere }, context());
		await records.handlers.closeRecords({ session: 's' }, context());
		assert.equal(existsSync(`${elsewhere}.index`), false);
	});

	async function syncedDays(...days: readonly string[]) {
		const set = join(folder.path, 'synced-abc123');
		const parts = days.map((day) => {
			const partition = {
				folder: `${day}-abc123`,
				file: 'a.errors.csv',
				rows: 1,
				bytes: 8,
				timeless: 1,
				fields: ['a', 'b'],
			};
			return { day, partition, path: join(set, partition.folder, partition.file) };
		});
		for (const [index, { path }] of parts.entries()) {
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, `a,b\n1,${'abcdef'[index]}\n`);
		}
		const plan = {
			application: { id: '101' },
			format: 'csv',
			fields: ['a', 'b'],
			filters: [],
			skipUnavailableShards: false,
			since: '2026-11-18',
		} as const;
		const known = parts.map(({ day, partition }) => ({ day, partition }));
		await writeSet(set, { version: 1, service: 'https://api.example.com', plan, zone: utc, days: known }, nodeFiles);
		return { params: { session: 's', path: join(set, '101.synced.json') }, parts };
	}

	const firstCells = async () => (await page(records, 's', 0, 9)).rows.map(({ cells }) => cells[0]);

	it('opens several partition files as one table', async () => {
		const { params, parts } = await syncedDays('2026-11-19', '2026-11-20');
		const info = await records.handlers.openRecords(params, context());
		assert.equal(info.total, 2);
		assert.deepEqual(await firstCells(), ['a', 'b']);
		assert.equal(await records.handlers.recordsChange({ session: 's' }, context()), undefined);
		await writeFile(parts[1]?.path ?? '', 'a,b\n');
		assert.equal(await records.handlers.recordsChange({ session: 's' }, context()), 'shortened');
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('opens the partitions of the requested days and reads no other files', async () => {
		const { params, parts } = await syncedDays('2026-11-18', '2026-11-19', '2026-11-20', '2026-11-22');
		const days = { first: '2026-11-19', last: '2026-11-21' };
		assert.equal((await records.handlers.openRecords({ ...params, days }, context())).total, 2);
		assert.deepEqual(await firstCells(), ['b', 'c']);
		await writeFile(parts[0]?.path ?? '', 'a,b\n');
		assert.equal(await records.handlers.recordsChange({ session: 's' }, context()), undefined);
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('saves the records of selected days unchanged, including numbers beyond double precision', async () => {
		const written = ['18', '19', '20'].map((day) => `{"a":12345678901234567890,"b":1.10,"c":"${day}"}`);
		const set = join(folder.path, 'synced-abc123');
		const days = await Promise.all(
			written.map(async (record, index) => {
				const day = `2026-11-${18 + index}`;
				const [name, file] = [`${day}-abc123`, 'a.errors.json'];
				await mkdir(join(set, name), { recursive: true });
				await writeFile(join(set, name, file), `{"data":[\n${record}\n]}\n`);
				return { day, partition: { folder: name, file, rows: 1, bytes: 8, timeless: 1, fields: ['a', 'b', 'c'] } };
			}),
		);
		const plan = { application: { id: '101' }, fields: ['a', 'b', 'c'], filters: [], skipUnavailableShards: false };
		const about = { service: 'https://api.example.com', zone: utc, days };
		await writeSet(set, { version: 1, ...about, plan: { ...plan, format: 'json', since: '2026-11-18' } }, nodeFiles);
		const params = { session: 's', path: join(set, '101.synced.json') };
		const span = { first: '2026-11-19', last: '2026-11-20' };
		await records.handlers.openRecords({ ...params, days: span }, context());
		const path = join(folder.path, 'saved.json');
		const what = { view, columns: [0, 1, 2], format: 'json', spreadsheetSafe: false, header: true } as const;
		await records.handlers.saveRecords({ session: 's', what, path }, context());
		assert.equal(await readFile(path, 'utf8'), `{"data":[\n${written.slice(1).join(',\n')}\n]}\n`);
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('answers every query even if the selected days have no records', async () => {
		const { params } = await syncedDays('2026-11-18');
		const days = { first: '2026-11-19', last: '2026-11-21' };
		assert.equal((await records.handlers.openRecords({ ...params, days }, context())).total, 0);
		assert.deepEqual(await page(records, 's'), { count: 0, start: 0, rows: [] });
		const trends = { start: 0, end: 9, trendParts: 4 };
		const key = { kind: 'frames' } as const;
		const groups = { view, key, order: 'records', descending: true, ...trends } as const;
		const histogram = { view, parts: 10, stackBy: undefined, series: 3 };
		const questions = [
			{ session: 's', query: 'groups', params: groups },
			{ session: 's', query: 'histogram', params: histogram },
			{ session: 's', query: 'find', params: { view, text: 'a', from: 0, backwards: false } },
			{ session: 's', query: 'positionOf', params: { view, number: 3 } },
		] as const;
		const answers = await Promise.all(questions.map((question) => records.handlers.queryRecords(question, context())));
		assert.equal((answers[0] as GroupPage).groups, 0);
		assert.deepEqual(answers.slice(1), [undefined, undefined, undefined]);
		await records.handlers.closeRecords({ session: 's' }, context());
	});

	it('keeps two sessions with the same file separate', async () => {
		const path = await file('a,b\n1,x\n');
		await records.handlers.openRecords({ session: 's', path }, context());
		await records.handlers.openRecords({ session: 't', path }, context());
		await records.handlers.closeRecords({ session: 's' }, context());
		assert.equal((await page(records, 't')).count, 1);
		await records.handlers.closeRecords({ session: 't' }, context());
	});
});
