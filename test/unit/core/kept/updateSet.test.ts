import * as assert from 'node:assert/strict';
import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../../src/core/common/errors';
import { readEntry } from '../../../../src/core/export/library/entryFiles';
import { DayStates } from '../../../../src/core/kept/model/dayState';
import { Calendars } from '../../../../src/core/kept/model/days';
import { dayIn, type KeptPlan, type KeptSet } from '../../../../src/core/kept/model/keptSet';
import { manifestName } from '../../../../src/core/kept/model/names';
import { openIndexed } from '../../../../src/core/kept/update/indexedRecords';
import type { UpdateProgress } from '../../../../src/core/kept/update/updateSet';
import type { Question } from '../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../src/core/plan/range';
import { Random } from '../../../support/random';
import { type FakeRecord, FakeService, type Habits, recordsIn } from '../export/support/fakeService';
import { assertProblem } from '../export/support/problems';
import { tree, useTemporaryFolder } from '../export/support/temporaryFolder';
import { KeptWorld, keptFields } from './support/keptWorld';

const hour = 3600;
const day = 24 * hour;
const start = Date.parse('2026-11-17T00:00:00Z') / 1000;

const manifest = manifestName({ id: '101', name: 'Shop for Android' });

/** One record each two hours of four days. */
function everyOtherHour(): FakeRecord[] {
	return Array.from({ length: 48 }, (_, index) => ({
		at: start + index * 2 * hour + 60,
		error: `e${index}`,
		os: 'ios',
	}));
}

/** By path: what tells a file or folder from one that was written since. */
function statesIn(folder: string): ReadonlyMap<string, string> {
	return new Map(
		tree(folder).map((path) => {
			const { ino, mtimeNs, ctimeNs, size } = statSync(join(folder, path), { bigint: true });
			return [path, [ino, mtimeNs, ctimeNs, size].join(' ')];
		}),
	);
}

describe('updateSet', () => {
	const library = useTemporaryFolder();

	/** A set since the first day, on a service that has what was received by `time`. */
	async function staged(
		{ zone = utc, plan = {}, ...habits }: Partial<Habits> & { plan?: Partial<KeptPlan> } = {},
		records = everyOtherHour(),
	) {
		const service = new LimitedService(records, { zone, ...habits }, new Random(1));
		let ahead: number | undefined = 0;
		const world = new KeptWorld(library.path, service.exportErrors, {
			zone,
			plan,
			parts: { clockAhead: () => ahead && ahead * 1000 },
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
			/** Seconds that the machine's clock is behind the service's; undefined: the service does not tell its own. */
			setAhead: (seconds: number | undefined) => {
				ahead = seconds;
			},
		};
	}

	const asked = ({ asked }: FakeService) => asked.map(({ since, until }) => [since, until]);

	function statesAt(set: KeptSet, time: number): readonly string[] {
		const now = new Date(time * 1000);
		const calendars = new Calendars();
		const states = new DayStates(set, now, calendars);
		return calendars
			.daysUntil(now, set.plan.since, set.zone)
			.map((day) => states.of(day, dayIn(set, day.day)))
			.toReversed();
	}

	it('asks for each day of receive time, the newest first', async () => {
		const { service, world, updateAt } = await staged();
		const now = start + 2 * day + 9 * hour;
		const set = await updateAt(now);
		assert.deepEqual(asked(service), [
			['2026-11-19 00:00:00', '2026-11-19 09:00:00'],
			['2026-11-18 00:00:00', '2026-11-19 00:00:01'],
			['2026-11-17 00:00:00', '2026-11-18 00:00:01'],
		]);
		assert.ok(service.asked.every(({ dateDimension, limit }) => dateDimension === 'receive' && limit === undefined));
		assert.deepEqual(statesAt(set, now), ['settled', 'open', 'open']);
		assert.equal((await world.records()).length, 29);
		assert.deepEqual(set, await world.set());
		assert.equal(set.updatedAt, new Date(now * 1000).toISOString());
	});

	it('asks about some days alone, and leaves the others as they are', async () => {
		const { service, world, updateAt } = await staged();
		const now = start + 3 * day + 9 * hour;
		const days = ['2026-11-17', '2026-11-19', '2026-12-24'];
		const set = await updateAt(now, undefined, days);
		assert.deepEqual(asked(service), [
			['2026-11-19 00:00:00', '2026-11-20 00:00:01'],
			['2026-11-17 00:00:00', '2026-11-18 00:00:01'],
		]);
		assert.deepEqual(statesAt(set, now), ['settled', 'missing', 'open', 'missing']);
		assert.equal(set.updatedAt, undefined);
		assert.equal((await world.records()).length, 24);
	});

	it('asks again about a day that is settled in doubt where it is told to', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 1.5 * day);
		service.forgotten = (record) => record.at < start + 12 * hour;
		const now = start + 5 * day;
		assert.equal(statesAt(await updateAt(now), now)[0], 'inDoubt');
		service.forgotten = () => false;
		assert.equal(statesAt(await updateAt(now), now)[0], 'inDoubt');
		assert.equal(statesAt(await updateAt(now, undefined, ['2026-11-17']), now)[0], 'settled');
		assert.deepEqual(asked(service), [['2026-11-17 00:00:00', '2026-11-18 00:00:01']]);
		assert.equal((await world.records()).length, 48);
	});

	it('leaves what a stopped update brought of other days to the next one', async () => {
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

	it('asks little of open days when nothing is new, and writes no records', async () => {
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

	it('adds what is new to the day, and settles it as a whole a day after its end', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 9 * hour);
		await updateAt(start + 20 * hour);
		assert.equal((await world.records()).length, 10);
		await updateAt(start + 30 * hour);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 17:01:00', '2026-11-18 00:00:01']);
		const settledAt = start + 2 * day + hour;
		const set = await updateAt(settledAt);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 00:00:00', '2026-11-18 00:00:01']);
		assert.deepEqual(statesAt(set, settledAt), ['settled', 'open', 'open']);
		await updateAt(settledAt + 60);
		assert.ok(service.asked.every(({ since }) => since > '2026-11-18'));
		assert.equal((await world.records()).length, 25);
	});

	it('touches no file of settled days when a new day comes', async () => {
		const { world, updateAt } = await staged();
		await updateAt(start + 2 * day + hour);
		const before = statesIn(world.folder);
		const settled = (await world.set()).days.slice(0, 1).map(({ part }) => part?.folder ?? '');
		await updateAt(start + 3 * day + 3 * hour);
		const after = statesIn(world.folder);
		const ofSettled = (states: ReadonlyMap<string, string>) =>
			[...states].filter(([path]) => settled.some((folder) => path.startsWith(folder)));
		assert.ok(ofSettled(before).length >= 4);
		assert.deepEqual(ofSettled(after), ofSettled(before));
		const names = (states: ReadonlyMap<string, string>) => new Set([...states.keys()].map((path) => path.slice(0, 10)));
		assert.ok(
			[...names(after)].some((name) => !names(before).has(name)),
			'the new day is there',
		);
	});

	it('saves the index of a new day, by which whoever opens the set reads it', async () => {
		const { world, updateAt } = await staged();
		await updateAt(start + 2 * day + hour);
		const { part } = dayIn(await world.set(), '2026-11-18') ?? {};
		await using table = await openIndexed(join(world.folder, part?.folder ?? '', part?.file ?? ''));
		assert.equal(table?.records, part?.rows);
	});

	it('puts beside each part what was asked for it last as a whole, and what came of it', async () => {
		const { world, updateAt } = await staged();
		await updateAt(start + 23.5 * hour);
		await updateAt(start + 2 * day + hour);
		const set = await world.set();
		const entries = await Promise.all(set.days.map(({ part }) => readEntry(join(world.folder, part?.folder ?? ''))));
		assert.deepEqual(
			entries.map((entry) => [entry?.stored.question.since, entry?.stored.question.until, entry?.outcome?.rows]),
			[
				['2026-11-17 00:00:00', '2026-11-18 00:00:01', 12],
				['2026-11-18 00:00:00', '2026-11-19 00:00:01', 12],
				['2026-11-19 00:00:00', '2026-11-19 01:00:00', 1],
			],
		);
	});

	it('keeps what the service does not give again, and says so', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 1.5 * day);
		service.forgotten = (record) => record.at < start + 12 * hour;
		const now = start + 2.5 * day;
		const set = await updateAt(now);
		assert.deepEqual(set.days[0]?.asked?.notGivenAgain, 6);
		assert.deepEqual(statesAt(set, now), ['inDoubt', 'open', 'open']);
		assert.equal((await world.records()).length, 30);
	});

	it('keeps a day that is gone at the service, and says so', async () => {
		const { service, world, updateAt } = await staged();
		await updateAt(start + 1.5 * day);
		service.forgotten = (record) => record.at < start + day;
		const now = start + 2.5 * day;
		assert.deepEqual(statesAt(await updateAt(now), now), ['gone', 'open', 'open']);
		assert.equal((await world.records()).length, 30);
	});

	it('settles nothing by a clock of this machine that is ahead', async () => {
		const { service, world, updateAt, setAhead } = await staged();
		setAhead(-10 * day);
		const set = await updateAt(start + 20 * hour);
		assert.ok(set.days.every(({ asked }) => asked && Date.parse(asked.at) <= (start + 20 * hour) * 1000));
		setAhead(0);
		await updateAt(start + 12 * day);
		assert.equal((await world.records()).length, service.records.length);
	});

	it('asks again about a part that somebody deleted', async () => {
		const { service, world, updateAt } = await staged();
		const set = await updateAt(start + 5 * day);
		const [first] = set.days;
		rmSync(join(world.folder, first?.part?.folder ?? ''), { recursive: true });
		await updateAt(start + 5 * day);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 00:00:00', '2026-11-18 00:00:01']);
		assert.equal((await world.records()).length, 48);
	});

	it('keeps the records of a part that somebody edited, and asks about the day again', async () => {
		const { service, world, updateAt } = await staged();
		const { days } = await updateAt(start + 5 * day);
		const { folder = '', file = '' } = days[0]?.part ?? {};
		const path = join(world.folder, folder, file);
		chmodSync(path, 0o600);
		writeFileSync(path, `${keptFields.join(',')}\nmine,ios,${start + 5}\n`);
		await updateAt(start + 5 * day);
		assert.deepEqual(asked(service).at(-1), ['2026-11-17 00:00:00', '2026-11-18 00:00:01']);
		const records = await world.records();
		assert.equal(records.length, 49);
		assert.ok(records.some((record) => record.includes('mine')));
	});

	for (const [damage, change] of [
		['gone', (path: string) => rmSync(path)],
		['cut', (path: string) => writeFileSync(path, '{"version":1,"ser')],
		['of something else', (path: string) => writeFileSync(path, '{"version":1,"days":[{}]}')],
	] as const) {
		it(`finds the parts again when the manifest is ${damage}`, async () => {
			const { world, updateAt } = await staged();
			await updateAt(start + 3 * day);
			const before = await world.records();
			change(join(world.folder, manifest));
			assert.deepEqual(await world.records(), before);
			const set = await updateAt(start + 5 * day);
			assert.equal(set.plan.since, '2026-11-17');
			assert.deepEqual(set.plan.fields, keptFields);
			assert.equal((await world.records()).length, 48);
		});
	}

	it('leaves a set of a newer version alone', async () => {
		const { world, updateAt } = await staged();
		writeFileSync(join(world.folder, manifest), '{"version":2}');
		await assertProblem(updateAt(start + 5 * day), { kind: 'unreadable', fault: 'newerVersion' });
		assert.deepEqual(tree(world.folder), [manifest]);
	});

	it('tells days that the service refuses, and goes on with the others', async () => {
		const { service, world, updateAt } = await staged();
		service.refuses = ({ since }) => since.startsWith('2026-11-18');
		const now = start + 4 * day + hour;
		assert.deepEqual(statesAt(await updateAt(now), now), ['settled', 'refused', 'settled', 'open', 'open']);
		assert.equal((await world.records()).length, 36);
		service.refuses = () => false;
		const set = await updateAt(now);
		assert.deepEqual(statesAt(set, now), ['settled', 'settled', 'settled', 'open', 'open']);
		assert.equal((await world.records()).length, 48);
	});

	it('asks no further when the service refuses three days in a row', async () => {
		const { service, updateAt } = await staged();
		service.refuses = () => true;
		await updateAt(start + 10 * day);
		assert.equal(service.asked.length, 3);
	});

	it('goes on with the slices of a day that it was stopped in', async () => {
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

	it('leaves no gap when the application is given another clock', async () => {
		const newYork: Zone = { kind: 'named', name: 'America/New_York' };
		const { service, world, updateAt } = await staged();
		await updateAt(start + 2 * day + 9 * hour);
		service.zone = newYork;
		await updateAt(start + 7 * day, newYork);
		assert.equal((await world.records()).length, 48);
		assert.deepEqual(await world.records(), recordsIn(service.whole(), 'csv', keptFields));
	});

	describe('with other fields', () => {
		const few = ['error', 'error_receive_timestamp'];
		const settledAt = start + 6 * day + hour;

		const change = (world: KeptWorld, fields: readonly string[]) =>
			world.change((set) => ({ ...set, plan: { ...set.plan, fields } }));

		for (const format of ['csv', 'json'] as const) {
			it(`asks again about days with records that lack one, and loses none of them (${format})`, async () => {
				const { service, world, updateAt } = await staged({ plan: { format, fields: few } });
				await updateAt(settledAt);
				await change(world, keptFields);
				assert.deepEqual(statesAt(await world.set(), settledAt), [...Array(4).fill('open'), 'settled', 'open', 'open']);
				service.forgotten = (record) => record.at < start + 6 * hour || record.at > start + 3 * day;
				const set = await updateAt(settledAt);
				assert.deepEqual(statesAt(set, settledAt), [
					'inDoubt',
					'settled',
					'settled',
					'gone',
					'settled',
					'open',
					'open',
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

		it('asks nothing about days that have more of them, and keeps those', async () => {
			const { service, world, updateAt } = await staged();
			const before = await updateAt(settledAt);
			await change(world, few);
			const set = await updateAt(settledAt);
			assert.equal(service.asked.length, 2);
			assert.deepEqual(
				set.days.map(({ part }) => part),
				before.days.map(({ part }) => part),
			);
		});

		it('keeps what a field had that another replaced, where nobody gives it again', async () => {
			const { service, world, updateAt } = await staged();
			await updateAt(settledAt);
			await change(world, ['error', 'error_receive_timestamp', 'error_name']);
			service.forgotten = (record) => record.at < start + 6 * hour;
			const { days } = await updateAt(settledAt);
			const [first, second] = days.map(({ part }) => part);
			assert.deepEqual(first?.fields, ['error', 'error_receive_timestamp', 'error_name', 'os_name']);
			assert.deepEqual(second?.fields, ['error', 'error_receive_timestamp', 'error_name']);
			const lines = world
				.textOf(first?.folder ?? '', first?.file ?? '')
				.trim()
				.split('\n');
			assert.equal(lines[0], 'error,error_receive_timestamp,error_name,os_name');
			assert.equal(lines.length, 13);
			assert.equal(lines.filter((line) => line.endsWith(',ios')).length, 3);
		});
	});

	describe('with days that are too old to be kept', () => {
		const now = start + 6 * day + hour;
		const days = ({ days }: KeptSet) => days.map(({ day }) => day.slice(-2));
		const partFolders = (world: KeptWorld) => tree(world.folder).filter((path) => /^[\d-]+-\w{6}$/.test(path));

		it('deletes them whole, and never asks about them again', async () => {
			const { service, world, updateAt } = await staged();
			await updateAt(now);
			await world.change((set) => ({ ...set, keepDays: 4 }));
			const set = await updateAt(now + 60);
			assert.deepEqual(days(set), ['19', '20', '21', '22', '23']);
			assert.equal(set.plan.since, '2026-11-19');
			assert.equal(partFolders(world).length, 5);
			assert.equal((await world.records()).length, 24);
			assert.deepEqual(statesAt(set, now + 60), ['settled', 'settled', 'settled', 'open', 'open']);
			assert.equal(service.asked.length, 2);
			// A clock that is behind does not bring them back.
			const { since } = (await updateAt(now - 3 * day)).plan;
			assert.ok(service.asked.every((question) => question.since >= since));
		});

		it('asks for none of them when there are none yet', async () => {
			const { service, world, updateAt } = await staged();
			await world.change((set) => ({ ...set, keepDays: 4 }));
			assert.deepEqual(days(await updateAt(now)), ['19', '20', '21', '22', '23']);
			assert.equal(service.asked.length, 5);
		});

		it('leaves them while somebody looks at them', async () => {
			const { world, updateAt } = await staged();
			await updateAt(now);
			await world.change((set) => ({ ...set, keepDays: 2 }));
			world.isOpen = true;
			assert.equal((await updateAt(now)).days.length, 7);
			assert.equal((await world.records()).length, 48);
			world.isOpen = false;
			assert.equal((await updateAt(now)).days.length, 3);
			assert.equal(partFolders(world).length, 3);
		});

		it('deletes none by a clock that is ahead, once the service tells its own', async () => {
			const { world, updateAt, setAhead } = await staged();
			setAhead(-300 * day);
			await updateAt(now);
			await world.change((set) => ({ ...set, keepDays: 4 }));
			assert.deepEqual(days(await updateAt(now)), ['19', '20', '21', '22', '23']);
		});

		it('counts from the newest record where the service tells no clock', async () => {
			const { service, world, updateAt, setAhead } = await staged();
			setAhead(undefined);
			await updateAt(now);
			await world.change((set) => ({ ...set, keepDays: 2 }));
			world.now = (now + 20 * day) * 1000;
			const set = await world.update();
			assert.equal(set.plan.since, '2026-11-18');
			assert.equal((await world.records()).length, 36);
			assert.ok(service.asked.length < 12);
		});
	});

	describe('of a service that cuts its answers at a number of records', () => {
		const perDay = [1300, 400, 1000, 300];
		const records = perDay.flatMap((count, index) =>
			Array.from({ length: count }, (_, place) => ({
				at: start + index * day + 60 + Math.floor((place * 86_000) / count),
				error: `e${index}-${place}`,
				os: 'ios',
			})),
		);
		const now = start + 6 * day;

		it('doubts the largest answer, and takes it as a proof of those that are smaller', async () => {
			const { updateAt } = await staged({ maximum: 1024 }, records);
			assert.deepEqual(statesAt(await updateAt(now), now).slice(0, 4), ['inDoubt', 'settled', 'settled', 'settled']);
		});

		it('asks about the hours of such a day when told to ask again, and has all', async () => {
			const { service, world, updateAt } = await staged({ maximum: 1024 }, records);
			await updateAt(now);
			const set = await updateAt(now, undefined, ['2026-11-17']);
			assert.equal(service.asked.length, 24);
			assert.deepEqual(statesAt(set, now).slice(0, 4), ['settled', 'settled', 'settled', 'settled']);
			const kept = await world.records();
			assert.deepEqual([kept.length, new Set(kept).size], [records.length, records.length]);
		});

		it('doubts several days of one number, though it is not round', async () => {
			const { updateAt } = await staged({ maximum: 250 }, records);
			const set = await updateAt(now);
			assert.deepEqual(statesAt(set, now).slice(0, 4), ['inDoubt', 'inDoubt', 'inDoubt', 'inDoubt']);
		});

		it('compares no answers that were given months apart', async () => {
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

	it('is carried out by one window at a time', async () => {
		const { service, world, updateAt } = await staged();
		const first = updateAt(start + 2 * day);
		await assertProblem(world.update(), { kind: 'exportRunning', where: 'here' });
		await first;
		assert.equal(service.asked.length, 3);
	});
});

/** A service that has what it received by now and has not forgotten, and refuses what the test says. */
class LimitedService extends FakeService {
	time = 0;
	zone: Zone = this.habits.zone;
	forgotten: (record: FakeRecord) => boolean = () => false;
	refuses: (question: Question) => boolean = () => false;
	/** Knows what its clock shows at each record, which takes long to find out. */
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
		const about = { format: 'csv', dateDimension: 'receive', fields: keptFields, filters: [], ...range } as const;
		return this.answer({ ...about, application: { id: '101' }, byteOrderMark: false, skipUnavailableShards: false });
	}
}
