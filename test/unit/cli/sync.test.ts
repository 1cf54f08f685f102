import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { Shell, token } from '../../support/cli/commandLine';

interface SyncedRow {
	readonly application: string;
	readonly file: string;
	readonly since: string;
	readonly records: number;
	readonly newRecords: number | null;
	readonly days: Readonly<Record<string, number>>;
	readonly paused: boolean;
	readonly problem: { readonly kind: string; readonly text: string } | null;
}

const dayMs = 86_400_000;
const dayAt = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

describe('sync command', () => {
	let shell: Shell;

	beforeEach(async () => {
		shell = await Shell.open({ now: Date.now() });
	});

	afterEach(() => shell[Symbol.asyncDispose]());

	const sync = async (args: readonly string[], code = 0, env?: NodeJS.ProcessEnv) =>
		(await shell.json<{ syncedRecords: SyncedRow[] }>(['sync', '--time-zone', 'UTC', ...args], code, env))
			.syncedRecords;
	const requestedDays = () =>
		shell.service.requests
			.list()
			.filter(({ url }) => url.includes('/export/'))
			.map(({ url }) => new URL(url, shell.service.url).searchParams.get('date_since')?.slice(0, 10) ?? '');

	it('creates synced records, and later requests only the days that may still change', async () => {
		const [created] = await sync(['--app', '101', '--last', '20d']);
		assert(created);
		assert.equal(created.since, dayAt(20));
		assert.ok(created.records > 100);
		assert.equal(created.newRecords, created.records);
		assert.equal(created.days['missing'], 0);
		assert.equal(new Set(requestedDays()).size, 21);
		shell.service.requests.clear();
		const [updated] = await sync([]);
		assert.equal(updated?.file, created.file);
		assert.equal(updated.newRecords, 0);
		const again = new Set(requestedDays());
		assert.ok(again.size <= 3 && [...again].every((day) => day >= dayAt(2)), [...again].join());
		assert.equal(again.size, updated.days['provisional']);
	});

	it('synced records match the records of an export of the same days', async () => {
		const fields = ['--fields', 'error_id,error_name,error_receive_timestamp'];
		const [synced] = await sync(['--app', '101', '--since', dayAt(5), ...fields]);
		const { days } = JSON.parse(readFileSync(synced?.file ?? '', 'utf8')) as {
			days: { day: string; partition?: { rows: number } }[];
		};
		const dates = ['--since', dayAt(5), '--until', dayAt(1), '--server-time', '--time-zone', 'UTC'];
		const exported = await shell.json<{ records: number }>(['export', '--app', '101', ...dates, ...fields]);
		assert.ok(exported.records > 20);
		assert.equal(
			days.reduce((sum, { day, partition }) => sum + (day < dayAt(0) ? (partition?.rows ?? 0) : 0), 0),
			exported.records,
		);
		const { groups } = await shell.json<{ groups: { records: number }[] }>([
			...['groups', synced?.file ?? '', '--by', 'error_name', '--top', '1000'],
		]);
		assert.equal(
			groups.reduce((sum, { records }) => sum + records, 0),
			synced?.records,
		);
	});

	it('extends a synced set to an earlier day, but creates another set for different filters', async () => {
		const [first] = await sync(['--app', '102', '--last', '3d']);
		const [earlier] = await sync(['--app', '102', '--last', '9d']);
		assert.deepEqual([earlier?.file, earlier?.since], [first?.file, dayAt(9)]);
		const [later] = await sync(['--app', '102', '--last', '2d']);
		assert.deepEqual([later?.file, later?.since], [first?.file, dayAt(9)]);
		const [other] = await sync(['--app', '102', '--last', '3d', '--filter', 'os_version=14']);
		assert.notEqual(other?.file, first?.file);
		assert.equal((await sync([])).length, 2);
	});

	it('syncs every application of the service and reports the applications without access', async () => {
		const { applications } = await shell.json<{ applications: { id: string }[] }>(['apps']);
		const rows = await sync(['--all-applications', '--last', '1d'], 3);
		assert.deepEqual(
			rows.map(({ application }) => application),
			applications.map(({ id }) => id),
		);
		assert.deepEqual(
			rows.flatMap(({ application, problem }) => (problem ? [[application, problem.kind]] : [])),
			[['108', 'forbidden']],
		);
		assert.ok((rows.find(({ application }) => application === '101')?.records ?? 0) > 0);
	});

	it('creates synced records only once, even if two commands start at the same time', async () => {
		const args = ['sync', '--time-zone', 'UTC', '--app', '101', '--last', '2d'];
		const ran = await Promise.all([shell.runProcess(args), shell.runProcess(args)]);
		const [one, two] = ran.map(({ stdout }) => JSON.parse(stdout).syncedRecords[0].file);
		assert.equal(one, two);
		assert.equal((await sync([])).length, 1);
	});

	it('does not store the token in any file', async () => {
		const [synced] = await sync(['--app', '101', '--last', '1d']);
		assert.ok(!readFileSync(synced?.file ?? '', 'utf8').includes(token));
	});

	it('counts devices by hashed IDs if a key is set, and never mixes hashes from two keys', async () => {
		const keys = ['a', 'b'].map((digit) => ({ APP_ERRORS_DEVICE_KEY: digit.repeat(64) }));
		const args = ['--app', '101', '--last', '2d'];
		const [first] = await sync(args, 0, keys[0]);
		const [again] = await sync(args, 0, keys[0]);
		assert.equal(again?.file, first?.file);
		const [other] = await sync(args, 0, keys[1]);
		assert.notEqual(other?.file, first?.file);
		const { code, stderr } = await shell.run(['sync'], keys[1]);
		assert.equal(code, 2);
		assert.match(stderr, /another key|no longer exists|APP_ERRORS_DEVICE_KEY/);
	});

	for (const [args, message] of [
		[['--app', '101'], /Application 101 has no synced records\. To create them, use --since or --last/],
		[['--last', '3d'], /No application is specified/],
		[['--app', '101', '--last', '3x'], /--last must be a number of days/],
		[['--app', '101', '--since', 'soon'], /--since must be a date/],
		[['--app', '101', '--since', '2026-11-01', '--last', '3d'], /Use either --since or --last/],
		[['--app', '101', '--all-applications', '--last', '3d'], /Use either --app or --all-applications/],
	] as const) {
		it(`rejects "sync ${args.join(' ')}" without requesting records`, async () => {
			const { code, stderr } = await shell.run(['sync', ...args]);
			assert.equal(code, 2);
			assert.match(stderr, message);
			assert.deepEqual(requestedDays(), []);
		});
	}

	it('skips synced records that are paused', async () => {
		const [synced] = await sync(['--app', '101', '--last', '1d']);
		assert(synced);
		const manifest = JSON.parse(readFileSync(synced.file, 'utf8'));
		writeFileSync(synced.file, JSON.stringify({ ...manifest, paused: true }));
		shell.service.requests.clear();
		const [paused] = await sync([]);
		assert.deepEqual([paused?.paused, paused?.newRecords], [true, null]);
		assert.deepEqual(requestedDays(), []);
	});
});
