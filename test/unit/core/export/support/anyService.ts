import * as assert from 'node:assert/strict';
import { retainsChunks } from '../../../../../src/core/export/library/orphans';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import type { Plan, Question } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { formatCivil, fromUtc, parseCivil } from '../../../../../src/shared/civilTime';
import { Random } from '../../../../support/random';
import { ExportHarness, getText } from './exportHarness';
import { quickFiles } from './failingFiles';
import { type FakeRecord, FakeService, type Habits, recordsIn } from './fakeService';
import { getPlan } from './plans';
import { shownOnceOn } from './shownOnce';
import { tree, useTemporaryFolder } from './temporaryFolder';

const berlin: Zone = { kind: 'named', name: 'Europe/Berlin' };
/** Time zone whose clocks change by half an hour. */
const lordHowe: Zone = { kind: 'named', name: 'Australia/Lord_Howe' };

/** Time zones, each with the start of a range around one of its clock changes. */
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

/** Creates records with few different values and times, so that identical records are common. */
function someRecords(random: Random, start: number, seconds: number): FakeRecord[] {
	const moments = random.times(1 + random.below(60), () => start + random.below(seconds));
	// Full minutes and hours, which are likely chunk boundaries.
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
	const chunking = random.pick([undefined, 'day', 'hour'] as const);
	// The range covers the records in the service's time zone, with a random margin.
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
		...(chunking && { chunking }),
	};
	const patient = { ...service.habits, refuseAbove: 1e9, maximum: 1e9, breaks: 0 };
	const question = questionFor(plan);
	const expected = recordsIn(new FakeService(records, patient, random).answer(question), question.format, fields);
	const told = (entry: ExportEntry) => recordsIn(getText(entry), question.format, fields);
	return { service, zone, plan, expected, told };
}

function assertTooMuch(error: unknown): void {
	const problem = (error as { problem?: { kind?: string } }).problem;
	assert.ok(problem?.kind === 'tooLarge' || problem?.kind === 'brokenBody', String(error));
}

/** Tests exports with random chunk sizes from random services. Each seed is one test. */
export function testAnyService(seeds: { readonly first: number; readonly last: number }): void {
	const folder = useTemporaryFolder();

	for (let seed = seeds.first; seed <= seeds.last; seed++) {
		it(`exports all records of a randomly simulated service in random chunks (seed ${seed})`, async () => {
			const { service, zone, plan, expected, told } = someExport(new Random(seed));
			const stage = new ExportHarness(folder.path, service.exportErrors);
			let entry: ExportEntry;
			try {
				entry = await stage.run(plan, { zone, dependencies: { files: quickFiles } });
			} catch (error) {
				assertTooMuch(error);
				return;
			}
			assert.deepEqual(told(entry), expected);
			assert.equal(entry.outcome?.rows, expected.length);
			assert.ok(entry.outcome);
			const left = tree(entry.folder).filter((name) => !name.startsWith('chunk-') && name !== 'journal.jsonl');
			assert.deepEqual(left, ['outcome.json', 'request.json', entry.outcome.file].toSorted());
			assert.equal(left.length < tree(entry.folder).length, retainsChunks(entry.outcome));
		});
	}
}

/** Tests verification and completion of exports from services that truncate their responses. */
export function testAnyCut(seeds: { readonly first: number; readonly last: number }): void {
	const folder = useTemporaryFolder();
	const dependencies = { files: quickFiles };
	const cutting = (random: Random): Partial<Habits> => ({ maximum: 3 + random.below(60) });

	for (let seed = seeds.first; seed <= seeds.last; seed++) {
		it(`detects and completes truncated exports from a randomly simulated service (seed ${seed})`, async () => {
			const { service, zone, plan, expected, told } = someExport(new Random(seed), cutting);
			const stage = new ExportHarness(folder.path, service.exportErrors);
			try {
				const entry = await stage.run(plan, { zone, dependencies });
				assertNoMore(told(entry), expected);
				const verified = await stage.verify(entry, { dependencies });
				assertHonest(verified, told(verified), expected);
				const completed = await stage.resume(verified, { dependencies });
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

function assertHonest({ outcome }: ExportEntry, told: readonly string[], expected: readonly string[]): void {
	if (outcome?.proof === 'proven') {
		assert.deepEqual(told, expected);
	}
	const doubts = outcome?.doubts ?? [];
	// If one second has more records than the service returns at once, they can't all be retrieved.
	if (doubts.every(({ kind }) => kind !== 'indivisible')) {
		const rows = expected.length - told.length;
		assert.deepEqual([outcome?.proof, doubts], rows > 0 ? ['cut', [{ kind: 'missing', rows }]] : ['proven', []]);
	}
}

function assertNoMore(told: readonly string[], expected: readonly string[]): void {
	const left = [...expected];
	for (const record of told) {
		const place = left.indexOf(record);
		assert.ok(place >= 0, record);
		left.splice(place, 1);
	}
}

/** Avoids repeated and skipped local times, which a service could interpret in several ways. */
function shownOnce(time: number, zone: Zone): number {
	return shownOnceOn(zone)(time) ? time : shownOnce(time + 3600, zone);
}

function questionFor(plan: Partial<Plan>): Question {
	const { range, view: _, chunking: __, ...rest } = getPlan(plan);
	assert.ok(range.kind === 'between');
	return { ...rest, since: formatCivil(range.since), until: formatCivil(range.until) };
}
