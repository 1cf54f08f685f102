import assert from 'node:assert/strict';
import { Pace } from '../../../../../src/core/common/pace';
import { judgeGroups, type PeriodCounts } from '../../../../../src/core/records/compare/verdicts';
import { verdictKinds } from '../../../../../src/shared/comparison';
import { Random } from '../../../../support/random';
import { useTemporaryFolder } from '../../export/support/temporaryFolder';
import { openText } from '../support/tables';
import { changedIn, compare, csvOf, day, monday, type PlainRecord, side } from './support/comparing';

const pairs = 2000;
/** Of pairs in which nothing has changed: where more are told as changed, the test is not what it says. */
const mostFalse = 0.05;

const changes = (['new', 'gone', 'grown', 'shrunk'] as const).map((kind) => verdictKinds.indexOf(kind));

/** How many happen where so many do on average (Knuth; in parts, since e^-700 is 0). */
function poisson(random: Random, mean: number): number {
	let [left, count] = [mean, 0];
	while (left > 0) {
		const part = Math.min(left, 200);
		left -= part;
		for (let product = random.next(); product > Math.exp(-part); product *= random.next()) {
			count++;
		}
	}
	return count;
}

/** Groups as they are: a few frequent ones, and many that are rare. */
function means(random: Random, groups: number): number[] {
	const most = 2 ** random.below(8);
	return random.times(groups, (group) => most / (group + 1) ** 1.1);
}

describe('Of pairs in which nothing has changed', () => {
	it('at most one in twenty shows any change', async () => {
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
					otherExposure: undefined,
					forbidden: [],
					periods: async (groups) =>
						Array.from(groups, (group): PeriodCounts => ({ days: ofDays[group], alike: undefined })),
				},
				new Pace(new AbortController().signal),
			);
			shown += verdicts.some((verdict) => changes.includes(verdict)) ? 1 : 0;
		}
		assert.ok(shown <= pairs * mostFalse, `${shown} of ${pairs}`);
	});

	it('by devices with any error, at most one in twenty does', async () => {
		const random = new Random(1001);
		let shown = 0;
		for (let pair = 0; pair < pairs; pair++) {
			const exposure = { before: 1 + random.below(2000), after: 1 + random.below(2000) };
			const shares = means(random, 20 + random.below(100)).map((mean) => mean / 1000);
			const before = Uint32Array.from(shares, (share) => poisson(random, share * exposure.before));
			const after = Uint32Array.from(shares, (share) => poisson(random, share * exposure.after));
			const { verdicts } = await judgeGroups(
				{ counts: { before, after, recordsBefore: before, recordsAfter: after }, exposure, forbidden: [] },
				new Pace(new AbortController().signal),
			);
			shown += verdicts.some((verdict) => changes.includes(verdict)) ? 1 : 0;
		}
		assert.ok(shown <= pairs * mostFalse, `${shown} of ${pairs}`);
	});

	const folder = useTemporaryFolder();

	it('none of a few files does, with devices that crash all day long', async () => {
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
						// One in three is of devices that come back.
						const device = random.chance(0.3) ? `often ${random.below(40)}` : `${group} ${at} ${count}`;
						records.push({ name: `e${group}`, time: at + random.below(day), device, version: '1.0' });
					}
				}
			}
			for (let loop = 0; loop < 5000; loop++) {
				const time = seed % 2 ? monday + random.below(split - monday) : split + random.below(end - split);
				records.push({ name: 'e3', time, device: 'loop', version: '1.0' });
			}
			await using table = await openText(folder.path, `${seed}.csv`, csvOf(records));
			const found = await compare(table, table, { before: side(monday, split - 1), after: side(split, end - 1) });
			assert.ok(found.page.length > 20);
			shown.push(...changedIn(found).map(({ value, verdict }) => `seed ${seed}: ${value} ${verdict.kind}`));
		}
		assert.deepEqual(shown, []);
	});
});
