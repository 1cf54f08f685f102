import * as assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { AppError } from '../../../../../src/core/common/errors';
import type { Question } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { formatCivil, fromUtc } from '../../../../../src/shared/civilTime';
import { Random } from '../../../../support/random';
import { type FakeRecord, FakeService, type Habits, recordsIn } from '../../export/support/fakeService';
import { getQuestion } from '../../export/support/plans';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { SyncWorld, syncedFields } from './syncWorld';

const hour = 3600;
const day = 24 * hour;

const zones: readonly [Zone, ...Zone[]] = [
	{ kind: 'named', name: 'Europe/Berlin' },
	{ kind: 'named', name: 'Australia/Lord_Howe' },
	{ kind: 'named', name: 'America/St_Johns' },
	// Days that begin at 01:00, or that contain midnight twice.
	{ kind: 'named', name: 'Africa/Cairo' },
	{ kind: 'named', name: 'America/Santiago' },
	{ kind: 'named', name: 'Asia/Beirut' },
	{ kind: 'named', name: 'Pacific/Chatham' },
	utc,
];
const otherZones: readonly [Zone, ...Zone[]] = [
	...zones,
	{ kind: 'named', name: 'America/New_York' },
	{ kind: 'named', name: 'Pacific/Kiritimati' },
	{ kind: 'offset', seconds: -11 * hour },
];
/** Start times around time changes of the tested time zones, and one without a time change. */
const starts: readonly [string, ...string[]] = [
	'2026-10-23T00:00:00Z',
	'2026-03-27T00:00:00Z',
	'2026-04-03T00:00:00Z',
	'2026-10-30T00:00:00Z',
	'2026-04-22T00:00:00Z',
	'2026-10-28T00:00:00Z',
	'2026-09-04T00:00:00Z',
	'2026-09-25T00:00:00Z',
	'2026-06-01T00:00:00Z',
];

const fewFields = syncedFields.filter((field) => field !== 'os_name');

function withoutField(line: string): string {
	const cells: readonly unknown[] = JSON.parse(line);
	return JSON.stringify([cells[0], cells.at(-1)]);
}

function isFilled(line: string): boolean {
	const cells: readonly unknown[] = JSON.parse(line);
	return cells.length === syncedFields.length && Boolean(cells[1]);
}

/** Record that becomes available for export some time after it was received. */
interface LateRecord extends FakeRecord {
	readonly shownAt: number;
}

class LivingService extends FakeService {
	/** Values of records that are currently unavailable. */
	away: ReadonlySet<string> = new Set();
	/** Retention period of the service in seconds. */
	memory = Number.POSITIVE_INFINITY;
	readonly told: FakeRecord[][] = [];

	moveTo(zone: Zone): void {
		this.habits = { ...this.habits, zone };
		this.shown.clear();
	}

	override matching(question: Question): FakeRecord[] {
		const given = super
			.matching(question)
			.filter(
				(record) =>
					(record as LateRecord).shownAt <= this.time &&
					record.at > this.time - this.memory &&
					!this.away.has(record.error),
			);
		this.told.push(given);
		return given;
	}
}

function someRecords(random: Random, start: number, days: number, slowest: number): LateRecord[] {
	const moments = random.times(10 + random.below(60), () => start + random.below(days * day));
	// Times at and around midnight in any time zone.
	const edges = random.times(random.below(40), () => start + 1800 * random.below(days * 48) + random.below(5) - 2);
	return [...moments, ...edges].flatMap((at) =>
		random.times(1 + random.below(3), () => ({
			at,
			error: random.pick(['a', 'b, "c"\n\td', '', 'ü💥']),
			os: random.pick(['ios', 'android']),
			shownAt: at + (random.chance(0.5) ? 0 : random.below(slowest)),
		})),
	);
}

function countsOf(lines: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const line of lines) {
		counts.set(line, (counts.get(line) ?? 0) + 1);
	}
	return counts;
}

function most(a: Map<string, number>, b: Map<string, number>): Map<string, number> {
	return new Map([...a.keys(), ...b.keys()].map((key) => [key, Math.max(a.get(key) ?? 0, b.get(key) ?? 0)]));
}

function assertBetween(records: readonly string[], least: Map<string, number>, all: Map<string, number>): void {
	const counts = countsOf(records);
	for (const [record, count] of least) {
		assert.ok((counts.get(record) ?? 0) >= count, `lost ${record}`);
	}
	for (const [record, count] of counts) {
		assert.ok(count <= (all.get(record) ?? 0), `${count} times ${record}`);
	}
}

function someHabits(random: Random, zone: Zone): Habits {
	const end = () => random.pick(['first', 'last'] as const);
	return {
		zone,
		endExclusive: random.chance(0.4),
		startExclusive: random.chance(0.4),
		...(random.chance(0.2) && { wider: random.pick([1, 30, 5000]) }),
		...(random.chance(0.4) && { byMoment: { since: end(), until: end() } }),
		...(random.chance(0.3) && { refuseAbove: 20 + random.below(40) }),
		...(random.chance(0.3) && { shuffled: random }),
		...(random.chance(0.3) && { mixedColumns: random }),
		...(random.chance(0.3) && { lineEnd: '\r\n' }),
		...(random.chance(0.6) && { cachedFor: random.pick([day, Number.POSITIVE_INFINITY]) }),
	};
}

/** Syncs records from random services, with interruptions and wrong clocks, until all days are final. */
export function testAnySyncedSet(seeds: { readonly first: number; readonly last: number }): void {
	const folder = useTemporaryFolder();

	for (let seed = seeds.first; seed <= seeds.last; seed++) {
		it(`synced set contains every record from a randomly simulated service exactly once (seed ${seed})`, async () => {
			const random = new Random(seed);
			const zone = random.pick(zones);
			const start = Date.parse(random.pick(starts)) / 1000;
			const days = 3 + random.below(4);
			const records = someRecords(random, start, days, 20 * hour);
			const living = new LivingService(records, someHabits(random, zone), random);
			const patient = { zone, wider: 10 * day };
			const format = random.pick(['csv', 'json'] as const);
			const comparable = (line: string) => (grows ? withoutField(line) : line);
			const wholeLines = (some: readonly FakeRecord[]) => {
				const told = new FakeService([...some], patient, random);
				const question = getQuestion({ format, fields: syncedFields, ...wholeRange(start, days) });
				return recordsIn(told.answer(question), format, syncedFields);
			};
			const lines = (some: readonly FakeRecord[]) => wholeLines(some).map(comparable);
			/** Asserts also that the set contains no more copies of a record with all fields than the service. */
			const assertRecords = (found: readonly string[]) => {
				assertBetween(found.map(comparable), least, countsOf(lines(records)));
				assertBetween(found.filter(isFilled), new Map(), countsOf(wholeLines(records)));
			};
			// Records that the service did not have when a day became final are never requested again.
			const forgets = random.chance(0.5);
			let ahead = 0;
			let breaking = false;
			const exportErrors: typeof living.exportErrors = (...parameters) => {
				if (breaking && random.chance(0.3)) {
					throw new AppError({ kind: 'network', fault: 'reset', host: 'api.example.com', code: 'ECONNRESET' });
				}
				return living.exportErrors(...parameters);
			};
			const parts = { clockAhead: () => -ahead * 1000 };
			const grows = random.chance(0.4);
			const fields = grows ? fewFields : syncedFields;
			const world = new SyncWorld(folder.path, exportErrors, { zone, plan: { format, fields }, dependencies: parts });
			await world.begin(formatCivil(fromUtc((start - day) * 1000)).slice(0, 10));
			let least = new Map<string, number>();

			const updateAt = async (time: number) => {
				living.time = time;
				living.told.length = 0;
				world.now = (time + ahead) * 1000;
				const stop = new AbortController();
				let left = breaking ? random.below(40) : Number.POSITIVE_INFINITY;
				const isWhole = await world
					.update(
						stop.signal,
						() => {
							if (left-- <= 0) {
								stop.abort(new AppError({ kind: 'cancelled' }));
							}
						},
						living.habits.zone,
					)
					.then(
						() => true,
						(error) => {
							assert.ok(breaking && ['network', 'cancelled'].includes(error.problem?.kind), inspect(error));
							return false;
						},
					);
				if (isWhole) {
					for (const answer of living.told) {
						least = most(least, countsOf(lines(answer)));
					}
				}
			};

			const moves = random.chance(0.4);
			for (let time = start + random.below(day); time < start + days * day; time += random.below(40 * hour)) {
				living.away = new Set(forgets && random.chance(0.3) ? [random.pick(['a', '', 'ü💥'])] : []);
				living.memory = forgets && random.chance(0.1) ? 2 * day : Number.POSITIVE_INFINITY;
				ahead = random.chance(0.2) ? random.pick([-3 * day, -hour, 2 * hour, 4 * day]) : 0;
				breaking = random.chance(0.3);
				if (moves && random.chance(0.3)) {
					living.moveTo(random.pick(otherZones));
				}
				await updateAt(time);
				assertRecords(await world.records());
				if (grows && random.chance(0.4)) {
					await world.change((set) => ({ ...set, plan: { ...set.plan, fields: syncedFields } }));
				}
			}
			await world.change((set) => ({ ...set, plan: { ...set.plan, fields: syncedFields } }));
			living.away = new Set();
			living.memory = Number.POSITIVE_INFINITY;
			ahead = 0;
			breaking = false;
			await updateAt(start + (days + 3) * day);
			const retained = await world.records();
			assertRecords(retained);
			if (!forgets) {
				const { days } = await world.set();
				assert.deepEqual(
					days.filter(({ asked }) => asked?.notGivenAgain !== 0).map(({ day }) => day),
					[],
					'records that the service still has',
				);
				assert.deepEqual(retained.map(comparable).toSorted(), lines(records).toSorted());
				assert.ok(retained.every(isFilled), 'a field that nobody asked for again');
			}
		});
	}
}

function wholeRange(start: number, days: number): Pick<Question, 'since' | 'until'> {
	return {
		since: formatCivil(fromUtc((start - 2 * day) * 1000)),
		until: formatCivil(fromUtc((start + (days + 3) * day) * 1000)),
	};
}
