import * as assert from 'node:assert/strict';
import { keepsSlices } from '../../../../../src/core/export/library/leftovers';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import type { Plan, Question } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { formatCivil, fromUtc, parseCivil } from '../../../../../src/shared/civilTime';
import { Random } from '../../../../support/random';
import { ExportStage, textOf } from './exportStage';
import { quickFiles } from './failingFiles';
import { type FakeRecord, FakeService, type Habits, recordsIn } from './fakeService';
import { planOf } from './plans';
import { shownOnceOn } from './shownOnce';
import { tree, useTemporaryFolder } from './temporaryFolder';

const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };
/** Goes back by half an hour. */
const lordHowe: Zone = { kind: 'named', name: 'Australia/Lord_Howe' };

/** The clocks go back at 01:00 UTC in Berlin on 25 October 2026; forward on 29 March. On Lord Howe on 5 April at 15:00. */
const clocks: readonly (readonly [Zone, string])[] = [
	[berlin, '2026-10-24T22:30:00Z'],
	[berlin, '2026-03-28T23:30:00Z'],
	[lordHowe, '2026-04-04T13:00:00Z'],
	[utc, '2026-06-01T00:00:00Z'],
];

function civil(text: string) {
	const parsed = parseCivil(text, 'start');
	assert.ok(parsed.ok);
	return parsed.time;
}

/** Records of few kinds at few moments, so that equal ones and ones of the same second are common. */
function someRecords(random: Random, start: number, seconds: number): FakeRecord[] {
	const moments = random.times(1 + random.below(60), () => start + random.below(seconds));
	// Whole minutes and hours, where cuts are likely.
	const edges = random.times(random.below(30), () => start + 60 * random.below(seconds / 60));
	const hours = random.times(random.below(20), () => 3600 * Math.floor((start + random.below(seconds)) / 3600));
	const all = [...moments, ...edges, ...hours].flatMap((at) =>
		random.times(1 + random.below(3), () => ({
			at: random.chance(0.2) ? at + 1 : at,
			error: random.pick(['a', 'b, "c"\n\td', '', 'ü💥', 'x'.repeat(300)]),
			os: random.pick(['ios', 'android']),
		})),
	);
	return all.toSorted((a, b) => a.at - b.at);
}

function someHabits(random: Random, zone: Zone): Habits {
	const ends: Partial<Habits> = {
		endExclusive: random.chance(0.4),
		startExclusive: random.chance(0.4),
		...(random.chance(0.2) && { wider: random.pick([1, 30, 5000]) }),
	};
	const end = () => random.pick(['first', 'last'] as const);
	return {
		zone,
		...ends,
		...(random.chance(0.4) && { byMoment: { since: end(), until: end() } }),
		...(random.chance(0.5) && { refuseAbove: 5 + random.below(40) }),
		...(random.chance(0.4) && { breaks: 0.3 }),
		...(random.chance(0.3) && { shuffled: random }),
		...(random.chance(0.3) && { mixedColumns: random }),
		...(random.chance(0.3) && { lineEnd: '\r\n' }),
		byteOrderMark: random.chance(0.2),
		bare: random.chance(0.2),
	};
}

/** An export, and the records that the service has for it. */
function someExport(random: Random, changes: (random: Random) => Partial<Habits> = () => ({})) {
	const [zone, start] = clocks[random.below(clocks.length)] ?? [utc, ''];
	const first = Date.parse(start) / 1000;
	const length = random.pick([3600, 6 * 3600, 30 * 3600]);
	const records = someRecords(random, first, length);
	const service = new FakeService(records, { ...someHabits(random, zone), ...changes(random) }, random);
	const fields = random.pick([
		['error', 'os_name'],
		['error', 'error_datetime', 'os_name'],
		['error', 'error_timestamp'],
		['error'],
	]);
	const slicing = random.pick([undefined, 'day', 'hour'] as const);
	// The records' hours on the service's clock, and more or less.
	const offset = zone === utc ? 0 : zone === berlin ? 3600 : 37_800;
	const since = shownOnce(first + offset - random.below(7200), zone);
	const until = shownOnce(since + length + random.below(7200), zone);
	const plan: Partial<Plan> = {
		format: random.pick(['csv', 'json']),
		range: {
			kind: 'between',
			since: civil(formatCivil(fromUtc(since * 1000))),
			until: civil(formatCivil(fromUtc(until * 1000))),
		},
		fields,
		dateDimension: random.pick(['default', 'receive']),
		...(slicing && { slicing }),
	};
	const patient = { ...service.habits, refuseAbove: 1e9, maximum: 1e9, breaks: 0 };
	const question = questionFor(plan);
	const expected = recordsIn(new FakeService(records, patient, random).answer(question), question.format, fields);
	const told = (entry: ExportEntry) => recordsIn(textOf(entry), question.format, fields);
	return { service, zone, plan, expected, told };
}

/** A minute with more than the service gives at once is said, and nothing looks finished. */
function assertTooMuch(error: unknown): void {
	const problem = (error as { problem?: { kind?: string } }).problem;
	assert.ok(problem?.kind === 'tooLarge' || problem?.kind === 'brokenBody', String(error));
}

/**
 * Exports from services with any habits, in any slices, and compares with what each gives in one piece.
 * @param seeds One test each.
 */
export function testAnyService(seeds: { readonly first: number; readonly last: number }): void {
	const folder = useTemporaryFolder();

	for (let seed = seeds.first; seed <= seeds.last; seed++) {
		it(`of any service, by any cuts (seed ${seed})`, async () => {
			const { service, zone, plan, expected, told } = someExport(new Random(seed));
			const stage = new ExportStage(folder.path, service.exportErrors);
			let entry: ExportEntry;
			try {
				entry = await stage.run(plan, { zone, parts: { files: quickFiles } });
			} catch (error) {
				assertTooMuch(error);
				return;
			}
			assert.deepEqual(told(entry), expected);
			assert.equal(entry.outcome?.rows, expected.length);
			assert.ok(entry.outcome);
			const left = tree(entry.folder).filter((name) => !name.startsWith('slice-') && name !== 'journal.jsonl');
			assert.deepEqual(left, ['outcome.json', 'question.json', entry.outcome.file].toSorted());
			assert.equal(left.length < tree(entry.folder).length, keepsSlices(entry.outcome));
		});
	}
}

/**
 * Verifies exports from services which also cut their answers, and completes those that were found to be cut.
 * @param seeds One test each.
 */
export function testAnyCut(seeds: { readonly first: number; readonly last: number }): void {
	const folder = useTemporaryFolder();
	const parts = { files: quickFiles };
	const cutting = (random: Random): Partial<Habits> => ({ maximum: 3 + random.below(60) });

	for (let seed = seeds.first; seed <= seeds.last; seed++) {
		it(`of any service that cuts its answers anywhere (seed ${seed})`, async () => {
			const { service, zone, plan, expected, told } = someExport(new Random(seed), cutting);
			const stage = new ExportStage(folder.path, service.exportErrors);
			try {
				const entry = await stage.run(plan, { zone, parts });
				assertNoMore(told(entry), expected);
				const verified = await stage.verify(entry, { parts });
				assertHonest(verified, told(verified), expected);
				const completed = await stage.resume(verified, { parts });
				assertNoMore(told(completed), expected);
				if (verified.resumable && completed.outcome?.proof === 'proven') {
					assert.deepEqual(told(completed), expected);
				}
			} catch (error) {
				assertTooMuch(error);
			}
		});
	}
}

/** Of a service to which nothing comes. */
function assertHonest({ outcome }: ExportEntry, told: readonly string[], expected: readonly string[]): void {
	if (outcome?.proof === 'proven') {
		assert.deepEqual(told, expected);
	}
	const doubts = outcome?.doubts ?? [];
	// More within a second than the service gives at once: nobody can know all of them.
	if (doubts.every(({ kind }) => kind !== 'indivisible')) {
		const rows = expected.length - told.length;
		assert.deepEqual([outcome?.proof, doubts], rows > 0 ? ['cut', [{ kind: 'missing', rows }]] : ['proven', []]);
	}
}

/** No record that the service does not have, and none more often. */
function assertNoMore(told: readonly string[], expected: readonly string[]): void {
	const left = [...expected];
	for (const record of told) {
		const place = left.indexOf(record);
		assert.ok(place >= 0, record);
		left.splice(place, 1);
	}
}

/** An hour or two later, where a service may take a time that the clock shows twice or never for several moments. */
function shownOnce(time: number, zone: Zone): number {
	return shownOnceOn(zone)(time) ? time : shownOnce(time + 3600, zone);
}

function questionFor(plan: Partial<Plan>): Question {
	const { range, view: _, slicing: __, ...rest } = planOf(plan);
	assert.ok(range.kind === 'between');
	return { ...rest, since: formatCivil(range.since), until: formatCivil(range.until) };
}
