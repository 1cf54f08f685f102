import { rangesAround } from '../../../../../../src/core/sync/model/watermark';
import type { ComparisonPage } from '../../../../../../src/shared/comparison';
import type { Random } from '../../../../../support/random';
import { changedIn, compare, day, facts, getTable, monday, type PlainRecord } from './comparing';

const hour = 3600;
const hoursOfDay = 24;
const hoursOfWeek = 7 * hoursOfDay;

export interface Traffic {
	/** Traffic factor of each hour of the week. Days vary from 0.5 to 2, and the hours of a day by up to 6:1. */
	readonly factors: readonly number[];
	/** Days with half the records, as numbers of days since the first day. */
	readonly holidays: ReadonlySet<number>;
	/** Mean number of devices per day, by group. */
	readonly means: readonly number[];
}

export interface Look {
	readonly weeksBefore: number;
	readonly hours: number;
}

const groupCount = 20;
const leastOften = 0.05;
/** Largest mean for which `poisson` is exact. */
const exactMean = 30;

function poisson(random: Random, mean: number): number {
	if (mean > exactMean) {
		const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
		return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
	}
	let count = 0;
	for (let product = random.next(); product > Math.exp(-mean); product *= random.next()) {
		count++;
	}
	return count;
}

export function weeklyTraffic(ofDays: readonly number[], means: readonly number[]): Traffic {
	return {
		factors: Array.from(
			{ length: hoursOfWeek },
			(_, index) => (ofDays[Math.floor(index / hoursOfDay)] ?? 1) / hoursOfDay,
		),
		holidays: new Set(),
		means,
	};
}

export function randomTraffic(random: Random, days: number, most: number): Traffic {
	const ofDays = random.times(7, () => 0.5 * 4 ** random.next());
	const cycle = 1 + 5 * random.next();
	const ofHours = Array.from(
		{ length: hoursOfDay },
		(_, index) => 1 + ((cycle - 1) * (1 - Math.cos((2 * Math.PI * index) / hoursOfDay))) / 2,
	);
	const sum = ofHours.reduce((all, one) => all + one, 0);
	return {
		factors: Array.from(
			{ length: hoursOfWeek },
			(_, index) => ((ofDays[Math.floor(index / hoursOfDay)] ?? 1) * (ofHours[index % hoursOfDay] ?? 1)) / sum,
		),
		holidays: new Set(Array.from({ length: days }, (_, index) => index).filter(() => random.chance(leastOften))),
		means: random.times(groupCount, (group) => most / (group + 1) ** 1.1),
	};
}

export interface LookOptions {
	/** Factor applied to the frequency of the first group after the watermark. */
	readonly change?: number;
	/** `preceding` compares with the same number of hours directly before, like a date range chosen by a user. */
	readonly baseline?: 'weeks' | 'preceding';
	/** Hour of the week in which the records start. */
	readonly startHour?: number;
}

export function compareLook(
	random: Random,
	{ factors, holidays, means }: Traffic,
	{ weeksBefore, hours }: Look,
	{ change = 1, baseline = 'weeks', startHour = random.below(hoursOfWeek) }: LookOptions = {},
): Promise<ComparisonPage> {
	const start = monday + startHour * hour;
	const watermark = start + Math.round(weeksBefore * hoursOfWeek) * hour;
	const until = watermark + hours * hour;
	const records: PlainRecord[] = [];
	for (let at = start; at < until; at += hour) {
		const ofHoliday = holidays.has(Math.floor((at - monday) / day)) ? 0.5 : 1;
		const factor = (factors[((at - monday) / hour) % hoursOfWeek] ?? 1) * ofHoliday;
		for (const [group, mean] of means.entries()) {
			const expected = mean * factor * (group === 0 && at >= watermark ? change : 1);
			for (let count = poisson(random, expected); count > 0; count--) {
				records.push({ name: `e${group}`, time: at + random.below(hour), device: '' });
			}
		}
	}
	const ranges = rangesAround([{ since: start, until: until - 1 }], watermark - 1, until - 1);
	if (!ranges) {
		throw new RangeError('there are no records on one side');
	}
	const preceding = { since: watermark - hours * hour, until: watermark - 1 };
	// Each record counts as a separate device, which avoids the cost of counting devices.
	const table = getTable(records, {
		stores: { error_timestamp: 'integer' },
		without: ['analytics_device_id', 'app_version_name', 'error_receive_timestamp'],
	});
	const covered = facts(start, until - 1);
	return compare(table, table, {
		before: { filters: [], facts: covered, range: baseline === 'weeks' ? ranges.before : preceding },
		after: { filters: [], facts: covered, range: ranges.after },
	});
}

export function randomLook(random: Random): Look {
	const hours = random.chance(0.75) ? 24 + random.below(73) : 7 * hoursOfDay + random.below(3 * hoursOfDay + 1);
	return { weeksBefore: 1 + random.below(5), hours };
}

export function hasChanges(page: ComparisonPage): boolean {
	return changedIn(page).length > 0;
}
