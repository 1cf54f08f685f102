import * as assert from 'node:assert/strict';
import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../src/core/common/errors';
import { readEntry } from '../../../../src/core/export/library/entryFiles';
import type { Question } from '../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../src/core/plan/range';
import { getDays } from '../../../../src/core/sync/model/calendar';
import { DayStates } from '../../../../src/core/sync/model/dayState';
import { Calendars } from '../../../../src/core/sync/model/days';
import { manifestName } from '../../../../src/core/sync/model/names';
import { dayIn, type SyncedSet, type SyncPlan } from '../../../../src/core/sync/model/syncedSet';
import type { UpdateProgress } from '../../../../src/core/sync/update/incrementalSync';
import { openIndexed } from '../../../../src/core/sync/update/indexedRecords';
import { Random } from '../../../support/random';
import { type FakeRecord, FakeService, type Habits, recordsIn } from '../export/support/fakeService';
import { assertProblem } from '../export/support/problems';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';
import { SyncWorld, syncedFields } from './support/syncWorld';

const hour = 3600;
const day = 24 * hour;
const start = Date.parse('2026-11-17T00:00:00Z') / 1000;

const manifest = manifestName({ id: '101', name: 'Shop for Android' });

function everyOtherHour(): FakeRecord[] {
	return Array.from({ length: 48 }, (_, index) => ({
		at: start + index * 2 * hour + 60,
		error: `e${index}`,
		os: 'ios',
	}));
}

function statesIn(folder: string): ReadonlyMap<string, string> {
	return new Map(
		tree(folder).map((path) => {
			const { ino, mtimeNs, ctimeNs, size } = statSync(join(folder, path), { bigint: true });
			return [path, [ino, mtimeNs, ctimeNs, size].join(' ')];
		}),
	);
}

describe('incremental sync', () => {
	const library = useTemporaryFolder();

	async function staged(
		{ zone = utc, plan = {}, ...habits }: Partial<Habits> & { plan?: Partial<SyncPlan> } = {},
		records = everyOtherHour(),
	) {
		const service = new LimitedService(records, { zone, ...habits }, new Random(1));
		let ahead: number | undefined = 0;
		const world = new SyncWorld(library.path, service.exportErrors, {
			zone,
			plan,
			dependencies: { clockAhead: () => ahead && ahead * 1000 },
		});
		await world.begin('2026-11-17');
		const updateAt = async (time: number, zoneNow?: Zone, days?: readonly string[]) => {
			service.time = time;
			service.asked.length = 0;
			world.now = (time - (ahead ?? 0)) * 1000;
			return world.update(undefined, undefined, zoneNow, days);
		};
		return {
			service,
			world,
			updateAt,
			/** Sets by how many seconds the service's clock is ahead. Undefined if the service reports no time. */
			setAhead: (seconds: number | undefined) => {
				ahead = seconds;
			},
		};
	}

	const asked = ({ asked }: FakeService) => asked.map(({ since, until }) => [since, until]);

	function statesAt(set: SyncedSet, time: number): readonly string[] {
		const now = new Date(time * 1000);
		const calendars = new Calendars();
		const states = new DayStates(set, now, calendars);
		return getDays(set, now, calendars)
			.map((day) => states.of(day, dayIn(set, day.day)))
			.toReversed();
	}

	it('requests each day by server time, with the newest day first', async () => {
		const { service, world, updateAt } = await staged();
		const now = start + 2 * day + 9 * hour;
		const set = await updateAt(now);
		assert.deepEqual(asked(service), [
			['2026-11-19 00:00:00', '2026-11-19 09:00:00'],
			['2026-11-18 00:00:00', '2026-11-19 00:00:01'],
			['2026-11-17 00:00:00', '2026-11-18 00:00:01'],
		]);
		assert.ok(service.asked.every(({ dateDimension, limit }) => dateDimension === 'receive' && limit === undefined));
		assert.deepEqual(statesAt(set, now), ['final', 'provisional', 'provisional']);
		assert.equal((await world.records()).length, 29);
		assert.deepEqual(set, await world.set());
		assert.equal(set.updatedAt, new Date(now * 1000).toISOString());
	});

	it('syncs only the given days and leaves the other days unchanged', async () => {
		const { service, world, updateAt } = await staged();
		const now = start + 3 * day + 9 * hour;
		const days = ['2026-11-17', '2026-11-19', '2026-12-24'];
		const set = await updateAt(now, undefined, days);
		assert.deepEqual(asked(service), [
			['2026-11-19 00:00:00', '2026-11-20 00:00:01'],
			['2026-11-17 00:00:00', '2026-11-18 00:00:01'],
		]);
		assert.deepEqual(statesAt(set, now), ['final', 'missing', 'provisional', 'missing']);
		assert.equal(set.updatedAt, undefined);
		assert.equal((await world.records()).length, 24);
	});

	it('repeats the request for a possibly incomplete final day only if the user selects the day', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 1.5 * day);
		service.forgotten = (record) => record.at < start + 12 * hour;
		const now = start + 5 * day;
		assert.equal(statesAt(await updateAt(now), now)[0], 'inDoubt');
		service.forgotten = () => false;
		assert.equal(statesAt(await updateAt(now), now)[0], 'inDoubt');
		assert.equal(statesAt(await updateAt(now, undefined, ['2026-11-17']), now)[0], 'final');
		assert.deepEqual(asked(service), [['2026-11-17 00:00:00', '2026-11-18 00:00:01']]);
		assert.equal((await world.records()).length, 48);
	});

	it('keeps the partial download of a day while only other days are synced', async () => {
		const { service, world, updateAt } = await staged({ refuseAbove: 4 });
		const stop = new AbortController();
		service.time = start + 5 * day;
		world.now = service.time * 1000;
		const stopWithin = ({ day, step }: UpdateProgress) => {
			if (day === '2026-11-19' && (step?.overall?.rows ?? 0) > 0) {
				stop.abort(new AppError({ kind: 'cancelled' }));
			}
		};
		await assertProblem(world.update(stop.signal, stopWithin), { kind: 'cancelled' });
		const answers = () => tree(world.folder).filter((path) => path.startsWith('asking-2026-11-19'));
		const before = answers();
		assert.ok(before.length > 0);
		await updateAt(start + 5 * day, undefined, ['2026-11-17']);
		assert.deepEqual(answers(), before);
	});

	it('requests only recent hours of provisional days, and writes nothing if there are no new records', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 2 * day + 9 * hour);
		const before = tree(world.folder);
		await updateAt(start + 2 * day + 9 * hour + 60);
		assert.deepEqual(asked(service), [
			['2026-11-19 07:01:00', '2026-11-19 09:01:00'],
			['2026-11-18 21:01:00', '2026-11-19 00:00:01'],
		]);
		assert.deepEqual(tree(world.folder), before);
	});

	it('appends new records to a provisional day, and requests the whole day again once it becomes final', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 9 * hour);
		await updateAt(start + 20 * hour);
		assert.equal((await world.records()).length, 10);
		await updateAt(start + 30 * hour);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 17:01:00', '2026-11-18 00:00:01']);
		const settledAt = start + 2 * day + hour;
		const set = await updateAt(settledAt);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 00:00:00', '2026-11-18 00:00:01']);
		assert.deepEqual(statesAt(set, settledAt), ['final', 'provisional', 'provisional']);
		await updateAt(settledAt + 60);
		assert.ok(service.asked.every(({ since }) => since > '2026-11-18'));
		assert.equal((await world.records()).length, 25);
	});

	it('does not touch the files of final days when a new day is added', async () => {
		const { world, updateAt } = await staged();
		await updateAt(start + 2 * day + hour);
		const before = statesIn(world.folder);
		const finalDays = (await world.set()).days.slice(0, 1).map(({ partition }) => partition?.folder ?? '');
		await updateAt(start + 3 * day + 3 * hour);
		const after = statesIn(world.folder);
		const ofFinal = (states: ReadonlyMap<string, string>) =>
			[...states].filter(([path]) => finalDays.some((folder) => path.startsWith(folder)));
		assert.ok(ofFinal(before).length >= 4);
		assert.deepEqual(ofFinal(after), ofFinal(before));
		const names = (states: ReadonlyMap<string, string>) => new Set([...states.keys()].map((path) => path.slice(0, 10)));
		assert.ok(
			[...names(after)].some((name) => !names(before).has(name)),
			'the new day is there',
		);
	});

	it('saves an index for each new day, so that the day opens without being parsed', async () => {
		const { world, updateAt } = await staged();
		await updateAt(start + 2 * day + hour);
		const { partition } = dayIn(await world.set(), '2026-11-18') ?? {};
		await using table = await openIndexed(join(world.folder, partition?.folder ?? '', partition?.file ?? ''));
		assert.equal(table?.records, partition?.rows);
	});

	it('stores the last complete query and its outcome next to each partition', async () => {
		const { world, updateAt } = await staged();
		await updateAt(start + 23.5 * hour);
		await updateAt(start + 2 * day + hour);
		const set = await world.set();
		const entries = await Promise.all(
			set.days.map(({ partition }) => readEntry(join(world.folder, partition?.folder ?? ''))),
		);
		assert.deepEqual(
			entries.map((entry) => [entry?.stored.question.since, entry?.stored.question.until, entry?.outcome?.rows]),
			[
				['2026-11-17 00:00:00', '2026-11-18 00:00:01', 12],
				['2026-11-18 00:00:00', '2026-11-19 00:00:01', 12],
				['2026-11-19 00:00:00', '2026-11-19 01:00:00', 1],
			],
		);
	});

	it('keeps records that the service no longer returns, and flags the day as possibly incomplete', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 1.5 * day);
		service.forgotten = (record) => record.at < start + 12 * hour;
		const now = start + 2.5 * day;
		const set = await updateAt(now);
		assert.deepEqual(set.days[0]?.asked?.notGivenAgain, 6);
		assert.deepEqual(statesAt(set, now), ['inDoubt', 'provisional', 'provisional']);
		assert.equal((await world.records()).length, 30);
	});

	it('keeps a day that the service has deleted and flags it as deleted', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 1.5 * day);
		service.forgotten = (record) => record.at < start + day;
		const now = start + 2.5 * day;
		assert.deepEqual(statesAt(await updateAt(now), now), ['gone', 'provisional', 'provisional']);
		assert.equal((await world.records()).length, 30);
	});

	it('does not make days final only because the clock of this machine is fast', async () => {
		const { service, world, updateAt, setAhead } = await staged();
		setAhead(-10 * day);
		const set = await updateAt(start + 20 * hour);
		assert.ok(set.days.every(({ asked }) => asked && Date.parse(asked.at) <= (start + 20 * hour) * 1000));
		setAhead(0);
		await updateAt(start + 12 * day);
		assert.equal((await world.records()).length, service.records.length);
	});

	it('requests a day again if its partition was deleted', async () => {
		const { service, world, updateAt } = await staged();
		const set = await updateAt(start + 5 * day);
		const [first] = set.days;
		rmSync(join(world.folder, first?.partition?.folder ?? ''), { recursive: true });
		await updateAt(start + 5 * day);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 00:00:00', '2026-11-18 00:00:01']);
		assert.equal((await world.records()).length, 48);
	});

	it('keeps the records of an externally edited partition and requests its day again', async () => {
		const { service, world, updateAt } = await staged();
		const { days } = await updateAt(start + 5 * day);
		const { folder = '', file = '' } = days[0]?.partition ?? {};
		const path = join(world.folder, folder, file);
		chmodSync(path, 0o600);
		writeFileSync(path, `${syncedFields.join(',')}\nmine,ios,${start + 5}\n`);
		await updateAt(start + 5 * day);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 00:00:00', '2026-11-18 00:00:01']);
		const records = await world.records();
		assert.equal(records.length, 49);
		assert.ok(records.some((record) => record.includes('mine')));
	});

	for (const [damage, change] of [
		['missing', (path: string) => rmSync(path)],
		['truncated', (path: string) => writeFileSync(path, '{"version":1,"ser')],
		['invalid', (path: string) => writeFileSync(path, '{"version":1,"days":[{}]}')],
	] as const) {
		it(`recovers the partitions if the manifest is ${damage}`, async () => {
			const { world, updateAt } = await staged();
			await updateAt(start + 3 * day);
			const before = await world.records();
			change(join(world.folder, manifest));
			assert.deepEqual(await world.records(), before);
			const set = await updateAt(start + 5 * day);
			assert.equal(set.plan.since, '2026-11-17');
			assert.deepEqual(set.plan.fields, syncedFields);
			assert.equal((await world.records()).length, 48);
		});
	}

	it('does not modify a synced set written by a newer version', async () => {
		const { world, updateAt } = await staged();
		writeFileSync(join(world.folder, manifest), '{"version":2}');
		await assertProblem(updateAt(start + 5 * day), { kind: 'unreadable', fault: 'newerVersion' });
		assert.deepEqual(tree(world.folder), [manifest]);
	});

	it('flags days that the service rejects and continues with the other days', async () => {
		const { service, world, updateAt } = await staged();
		service.refuses = ({ since }) => since.startsWith('2026-11-18');
		const now = start + 4 * day + hour;
		assert.deepEqual(statesAt(await updateAt(now), now), ['final', 'refused', 'final', 'provisional', 'provisional']);
		assert.equal((await world.records()).length, 36);
		service.refuses = () => false;
		const set = await updateAt(now);
		assert.deepEqual(statesAt(set, now), ['final', 'final', 'final', 'provisional', 'provisional']);
		assert.equal((await world.records()).length, 48);
	});

	it('stops syncing after the service rejects three days in a row', async () => {
		const { service, updateAt } = await staged();
		service.refuses = () => true;
		await updateAt(start + 10 * day);
		assert.equal(service.asked.length, 3);
	});

	it('resumes the sync of a day with the chunks that an interrupted sync downloaded', async () => {
		const { service, world, updateAt } = await staged({ refuseAbove: 4 });
		const stop = new AbortController();
		service.time = start + 5 * day;
		world.now = service.time * 1000;
		await assertProblem(
			world.update(stop.signal, ({ day, step }) => {
				if (day === '2026-11-19' && (step?.overall?.rows ?? 0) > 0) {
					stop.abort(new AppError({ kind: 'cancelled' }));
				}
			}),
			{ kind: 'cancelled' },
		);
		assert.equal((await world.records()).length, 12);
		const held = service.given.map(({ since, until }) => `${since} ${until}`);
		await updateAt(start + 5 * day);
		assert.equal((await world.records()).length, 48);
		const again = asked(service).map((range) => range.join(' '));
		const [first = ''] = held.filter((range) => range.startsWith('2026-11-19'));
		assert.ok(again.some((range) => range.startsWith('2026-11-19')) && !again.includes(first), first);
	});

	it('leaves no gap if the time zone of the application changes', async () => {
		const newYork: Zone = { kind: 'named', name: 'America/New_York' };
		const { service, world, updateAt } = await staged();
		await updateAt(start + 2 * day + 9 * hour);
		service.zone = newYork;
		await updateAt(start + 7 * day, newYork);
		assert.equal((await world.records()).length, 48);
		assert.deepEqual(await world.records(), recordsIn(service.whole(), 'csv', syncedFields));
	});

	for (const [direction, from, to] of [
		['west', 'Europe/Berlin', 'America/New_York'],
		['east', 'America/New_York', 'Europe/Berlin'],
		['across the date line', 'Pacific/Honolulu', 'Pacific/Kiritimati'],
	] as const) {
		it(`keeps earlier days final after the application's time zone moved ${direction}`, async () => {
			const [zone, later] = [from, to].map((name): Zone => ({ kind: 'named', name }));
			assert.ok(zone && later);
			const { service, world, updateAt } = await staged({ zone });
			await world.change((set) => ({ ...set, plan: { ...set.plan, since: '2026-11-15' } }));
			await updateAt(start + 3.4 * day, zone);
			service.zone = later;
			for (const days of [3.5, 4, 4.5, 5, 6, 7]) {
				const time = start + days * day;
				const set = await updateAt(time, later);
				assert.deepEqual(await world.records(), recordsIn(service.whole(), 'csv', syncedFields));
				assert.deepEqual([...new Set(statesAt(set, time))].sort(), ['final', 'provisional']);
				assert.ok(service.asked.length <= 5 && service.asked.every(({ until }) => until > '2026-11-18 12'));
			}
		});
	}

	it('restores a damaged day with its original start and end after the time zone has changed', async () => {
		const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };
		const newYork: Zone = { kind: 'named', name: 'America/New_York' };
		const { service, world, updateAt } = await staged({ zone: berlin });
		await updateAt(start + 5 * day, berlin);
		service.zone = newYork;
		for (const change of [(path: string) => writeFileSync(path, ''), (path: string) => rmSync(path)]) {
			const set = await world.set();
			const { folder = '', file = '' } = dayIn(set, '2026-11-18')?.partition ?? {};
			chmodSync(join(world.folder, folder, file), 0o600);
			change(join(world.folder, folder, file));
			assert.deepEqual(statesAt(await updateAt(start + 5 * day, newYork), start + 5 * day).slice(0, 3), [
				'final',
				'final',
				'final',
			]);
			assert.deepEqual(await world.records(), recordsIn(service.whole(), 'csv', syncedFields));
			rmSync(join(world.folder, manifest));
			assert.deepEqual(await world.records(), recordsIn(service.whole(), 'csv', syncedFields));
			await updateAt(start + 5 * day, newYork);
			assert.deepEqual(await world.records(), recordsIn(service.whole(), 'csv', syncedFields));
		}
	});

	describe('sync after the fields have changed', () => {
		const few = ['error', 'error_receive_timestamp'];
		const settledAt = start + 6 * day + hour;

		const change = (world: SyncWorld, fields: readonly string[]) =>
			world.change((set) => ({ ...set, plan: { ...set.plan, fields } }));

		for (const format of ['csv', 'json'] as const) {
			it(`requests days again if their records have no values for a new field, without losing records (${format})`, async () => {
				const { service, world, updateAt } = await staged({ plan: { format, fields: few } });
				await updateAt(settledAt);
				await change(world, syncedFields);
				assert.deepEqual(statesAt(await world.set(), settledAt), [
					...Array(4).fill('provisional'),
					'final',
					'provisional',
					'provisional',
				]);
				service.forgotten = (record) => record.at < start + 6 * hour || record.at > start + 3 * day;
				const set = await updateAt(settledAt);
				assert.deepEqual(statesAt(set, settledAt), [
					'inDoubt',
					'final',
					'final',
					'gone',
					'final',
					'provisional',
					'provisional',
				]);
				assert.equal(service.asked.length, 6);
				const os = (record: FakeRecord) => (service.forgotten(record) ? '' : record.os);
				const expected = service.records.map((record) => JSON.stringify([record.error, os(record), String(record.at)]));
				const records = (await world.records()).map((record) => record.replace(',null,', ',"",'));
				assert.deepEqual(records, expected.toSorted());
				await updateAt(settledAt);
				assert.equal(service.asked.length, 2);
			});
		}

		for (const [format, losesManifest] of [
			['csv', false],
			['json', true],
		] as const) {
			const without = losesManifest ? ', without a manifest' : '';
			it(`replaces records synced without a new field once the service returns them again (${format}${without})`, async () => {
				const first = { at: start + hour, error: 'e0', os: 'ios' };
				const twin = { ...first, os: 'android' };
				const other = { at: start + 2 * hour, error: 'e1', os: 'ios' };
				const late = { at: start + 7 * hour, error: 'e2', os: 'ios' };
				const { service, world, updateAt } = await staged({ plan: { format, fields: few } }, [
					first,
					twin,
					other,
					late,
				]);
				const assertRecords = async (expected: readonly FakeRecord[]) => {
					const lines = expected.map(({ error, os, at }) => JSON.stringify([error, os, String(at)]));
					const found = (await world.records()).map((record) => record.replace(',null,', ',"",'));
					assert.deepEqual(found.toSorted(), lines.toSorted());
				};
				const blank = [first, other].map((record) => ({ ...record, os: '' }));
				await updateAt(start + 6 * hour);
				await change(world, syncedFields);
				service.forgotten = (record) => record === first || record === other;
				await updateAt(start + 6 * hour);
				await assertRecords([...blank, twin]);
				service.forgotten = (record) => record !== late;
				await updateAt(start + 8 * hour);
				await assertRecords([...blank, twin, late]);
				service.forgotten = (record) => record === twin;
				if (losesManifest) {
					rmSync(join(world.folder, manifest));
				}
				await updateAt(start + 2 * day + hour);
				await assertRecords([first, twin, other, late]);
			});
		}

		it('keeps removed fields in synced days without requesting these days again', async () => {
			const { service, world, updateAt } = await staged();
			const before = await updateAt(settledAt);
			await change(world, few);
			const set = await updateAt(settledAt);
			assert.equal(service.asked.length, 2);
			// The stamp of a file is stored only when the file is a few seconds old.
			const withoutStamps = ({ days }: SyncedSet) => days.map(({ partition }) => ({ ...partition, stamp: undefined }));
			assert.deepEqual(withoutStamps(set), withoutStamps(before));
		});

		it('keeps the values of a removed field if the service no longer returns the records', async () => {
			const { service, world, updateAt } = await staged();
			await updateAt(settledAt);
			await change(world, ['error', 'error_receive_timestamp', 'error_name']);
			service.forgotten = (record) => record.at < start + 6 * hour;
			const { days } = await updateAt(settledAt);
			const [first, second] = days.map(({ partition }) => partition);
			assert.deepEqual(first?.fields, ['error', 'error_receive_timestamp', 'error_name', 'os_name']);
			assert.deepEqual(second?.fields, ['error', 'error_receive_timestamp', 'error_name']);
			const lines = world
				.getText(first?.folder ?? '', first?.file ?? '')
				.trim()
				.split('\n');
			assert.equal(lines[0], 'error,error_receive_timestamp,error_name,os_name');
			assert.equal(lines.length, 13);
			assert.equal(lines.filter((line) => line.endsWith(',ios')).length, 3);
		});
	});

	describe('days that are older than the retention period', () => {
		const now = start + 6 * day + hour;
		const days = ({ days }: SyncedSet) => days.map(({ day }) => day.slice(-2));
		const partitionFolders = (world: SyncWorld) => tree(world.folder).filter((path) => /^[\d-]+-\w{6}$/.test(path));

		it('deletes the partitions of expired days and never requests them again', async () => {
			const { service, world, updateAt } = await staged();
			await updateAt(now);
			await world.change((set) => ({ ...set, retentionDays: 4 }));
			const set = await updateAt(now + 60);
			assert.deepEqual(days(set), ['19', '20', '21', '22', '23']);
			assert.equal(set.plan.since, '2026-11-19');
			assert.equal(partitionFolders(world).length, 5);
			assert.equal((await world.records()).length, 24);
			assert.deepEqual(statesAt(set, now + 60), ['final', 'final', 'final', 'provisional', 'provisional']);
			assert.equal(service.asked.length, 2);
			// A clock that is three days slow does not restore the deleted days.
			const { since } = (await updateAt(now - 3 * day)).plan;
			assert.ok(service.asked.every((question) => question.since >= since));
		});

		it('does not request days older than the retention period for a new synced set', async () => {
			const { service, world, updateAt } = await staged();
			await world.change((set) => ({ ...set, retentionDays: 4 }));
			assert.deepEqual(days(await updateAt(now)), ['19', '20', '21', '22', '23']);
			assert.equal(service.asked.length, 5);
		});

		it('keeps expired days while the synced set is open', async () => {
			const { world, updateAt } = await staged();
			await updateAt(now);
			await world.change((set) => ({ ...set, retentionDays: 2 }));
			world.isOpen = true;
			assert.equal((await updateAt(now)).days.length, 7);
			assert.equal((await world.records()).length, 48);
			world.isOpen = false;
			assert.equal((await updateAt(now)).days.length, 3);
			assert.equal(partitionFolders(world).length, 3);
		});

		it('uses the time of the service for the retention period even if the local clock is fast', async () => {
			const { world, updateAt, setAhead } = await staged();
			setAhead(-300 * day);
			await updateAt(now);
			await world.change((set) => ({ ...set, retentionDays: 4 }));
			assert.deepEqual(days(await updateAt(now)), ['19', '20', '21', '22', '23']);
		});

		it('measures the retention period from the newest record if the service reports no time', async () => {
			const { service, world, updateAt, setAhead } = await staged();
			setAhead(undefined);
			await updateAt(now);
			await world.change((set) => ({ ...set, retentionDays: 2 }));
			world.now = (now + 20 * day) * 1000;
			const set = await world.update();
			assert.equal(set.plan.since, '2026-11-18');
			assert.equal((await world.records()).length, 36);
			assert.ok(service.asked.length < 12);
		});
	});

	describe('service that limits the number of records', () => {
		const perDay = [1300, 400, 1000, 300];
		const records = perDay.flatMap((count, index) =>
			Array.from({ length: count }, (_, place) => ({
				at: start + index * day + 60 + Math.floor((place * 86_000) / count),
				error: `e${index}-${place}`,
				os: 'ios',
			})),
		);
		const now = start + 6 * day;

		it('suspects that the largest response is truncated, and treats smaller responses as complete', async () => {
			const { updateAt } = await staged({ maximum: 1024 }, records);
			assert.deepEqual(statesAt(await updateAt(now), now).slice(0, 4), ['inDoubt', 'final', 'final', 'final']);
		});

		it('retries a possibly incomplete day in hourly chunks and gets all records', async () => {
			const { service, world, updateAt } = await staged({ maximum: 1024 }, records);
			await updateAt(now);
			const set = await updateAt(now, undefined, ['2026-11-17']);
			assert.equal(service.asked.length, 24);
			assert.deepEqual(statesAt(set, now).slice(0, 4), ['final', 'final', 'final', 'final']);
			const retained = await world.records();
			assert.deepEqual([retained.length, new Set(retained).size], [records.length, records.length]);
		});

		it('suspects truncation if several days have the same record count, even if it is not round', async () => {
			const { updateAt } = await staged({ maximum: 250 }, records);
			const set = await updateAt(now);
			assert.deepEqual(statesAt(set, now).slice(0, 4), ['inDoubt', 'inDoubt', 'inDoubt', 'inDoubt']);
		});

		it('does not compare the record counts of responses that are months apart', async () => {
			const { world, updateAt } = await staged({ maximum: 1024 }, records);
			await updateAt(now);
			await world.change((set) => ({
				...set,
				days: set.days.map((known) =>
					known.asked && known.day === '2026-11-17'
						? { ...known, asked: { ...known.asked, at: '2026-02-01T00:00:00.000Z', largest: 9999 } }
						: known,
				),
			}));
			assert.equal(statesAt(await world.set(), now)[2], 'inDoubt');
		});
	});

	it('allows only one window at a time to sync a synced set', async () => {
		const { service, world, updateAt } = await staged();
		const first = updateAt(start + 2 * day);
		await assertProblem(world.update(), { kind: 'exportRunning', where: 'here' });
		await first;
		assert.equal(service.asked.length, 3);
	});
});

/** Service that has only the records received so far, may forget some, and refuses queries chosen by the test. */
class LimitedService extends FakeService {
	override time = 0;
	zone: Zone = this.habits.zone;
	forgotten: (record: FakeRecord) => boolean = () => false;
	refuses: (question: Question) => boolean = () => false;
	/** Caches the local time of each record because computing it is slow. */
	private onClock: FakeService | undefined;

	override answer(question: Question): string {
		if (this.refuses(question)) {
			throw new AppError({ kind: 'badRequest', words: '' });
		}
		return super.answer(question);
	}

	override matching(question: Question): FakeRecord[] {
		if (this.onClock?.habits.zone !== this.zone) {
			this.onClock = new FakeService(this.records, { ...this.habits, zone: this.zone }, new Random(1));
		}
		return this.onClock.matching(question).filter((record) => record.at <= this.time && !this.forgotten(record));
	}

	whole(): string {
		const range = { since: '2000-01-01 00:00:00', until: '2040-01-01 00:00:00' };
		const about = { format: 'csv', dateDimension: 'receive', fields: syncedFields, filters: [], ...range } as const;
		return this.answer({ ...about, application: { id: '101' }, byteOrderMark: false, skipUnavailableShards: false });
	}
}
