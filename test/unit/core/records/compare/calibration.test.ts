import assert from 'node:assert/strict';
import { Scheduler } from '../../../../../src/core/common/scheduler';
import { getDispersion } from '../../../../../src/core/records/compare/statistics/dispersion';
import { judgeGroups, type PeriodCounts } from '../../../../../src/core/records/compare/verdicts';
import { verdictKinds } from '../../../../../src/shared/comparison';
import { poisson, Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { changedIn, compare, day, getCsv, monday, type PlainRecord, side } from './support/comparing';

const pairs = 2000;
/** Maximum proportion of unchanged pairs that may show a change. More would mean a miscalibrated test. */
const mostFalse = 0.05;

const changes = (['new', 'gone', 'increased', 'decreased'] as const).map((kind) => verdictKinds.indexOf(kind));

function means(random: Random, groups: number): number[] {
	const most = 2 ** random.below(8);
	return random.times(groups, (group) => most / (group + 1) ** 1.1);
}

describe('false positives in comparisons without changes', () => {
	it('at most 5% of comparisons by day report a change although nothing changed', async () => {
		const random = new Random(1000);
		let shown = 0;
		for (let pair = 0; pair < pairs; pair++) {
			const days = { before: 1 + random.below(28), after: 1 + random.below(28) };
			const ofDays = means(random, 20 + random.below(100)).map((mean) => ({
				before: random.times(days.before, () => poisson(random, mean)),
				after: random.times(days.after, () => poisson(random, mean)),
			}));
			const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
			const before = Uint32Array.from(ofDays, (group) => sum(group.before));
			const after = Uint32Array.from(ofDays, (group) => sum(group.after));
			const { verdicts } = await judgeGroups(
				{
					counts: { before, after, recordsBefore: before, recordsAfter: after },
					exposure: days,
					forbidden: [],
					periods: async (groups) =>
						Array.from(
							groups,
							(group): PeriodCounts => ({
								dispersion: {
									time: getDispersion(
										Object.values(ofDays[group] ?? {}).map((counts) => ({ counts, totals: undefined })),
									),
									share: 1,
								},
								withoutPeak: undefined,
								alike: undefined,
							}),
						),
				},
				new Scheduler(new AbortController().signal),
			);
			shown += verdicts.some((verdict) => changes.includes(verdict)) ? 1 : 0;
		}
		assert.ok(shown <= pairs * mostFalse, `${shown} of ${pairs}`);
	});

	it('at most 5% of comparisons by device report a change although nothing changed', async () => {
		const random = new Random(1001);
		let shown = 0;
		for (let pair = 0; pair < pairs; pair++) {
			const exposure = { before: 1 + random.below(2000), after: 1 + random.below(2000) };
			const shares = means(random, 20 + random.below(100)).map((mean) => mean / 1000);
			const before = Uint32Array.from(shares, (share) => poisson(random, share * exposure.before));
			const after = Uint32Array.from(shares, (share) => poisson(random, share * exposure.after));
			const { verdicts } = await judgeGroups(
				{ counts: { before, after, recordsBefore: before, recordsAfter: after }, exposure, forbidden: [] },
				new Scheduler(new AbortController().signal),
			);
			shown += verdicts.some((verdict) => changes.includes(verdict)) ? 1 : 0;
		}
		assert.ok(shown <= pairs * mostFalse, `${shown} of ${pairs}`);
	});

	const folder = useTemporaryFolder();

	it('devices that crash all day cause no false positives in comparisons of generated files', async () => {
		const shown: string[] = [];
		for (let seed = 1; seed <= 12; seed++) {
			const random = new Random(seed);
			const days = { before: 1 + random.below(28), after: 1 + random.below(28) };
			const split = monday + days.before * day;
			const end = split + days.after * day;
			const records: PlainRecord[] = [];
			for (const [group, mean] of means(random, 40).entries()) {
				for (let at = monday; at < end; at += day) {
					for (let count = poisson(random, mean); count > 0; count--) {
						const device = random.chance(0.3) ? `often ${random.below(40)}` : `${group} ${at} ${count}`;
						records.push({ name: `e${group}`, time: at + random.below(day), device, version: '1.0' });
					}
				}
			}
			for (let loop = 0; loop < 5000; loop++) {
				const time = seed % 2 ? monday + random.below(split - monday) : split + random.below(end - split);
				records.push({ name: 'e3', time, device: 'loop', version: '1.0' });
			}
			await using table = await openText(folder.path, `${seed}.csv`, getCsv(records));
			const found = await compare(table, table, { before: side(monday, split - 1), after: side(split, end - 1) });
			assert.ok(found.page.length > 20);
			shown.push(...changedIn(found).map(({ value, verdict }) => `seed ${seed}: ${value} ${verdict.kind}`));
		}
		assert.deepEqual(shown, []);
	});
});
