import { getDispersion, getRhythmDispersion, minDays, type Series } from '../../compare/statistics/dispersion';

/** Maximum number of days before and after the last day with the error. */
export const maxFixDays = 366;

type DailyRecords = ReadonlyMap<number, number>;

/**
 * Returns how much the daily number of devices with an error varies. Several records of one device are counted once.
 * @param all Records of all errors by day. Days without records may be missing.
 */
export function dailyDispersion(
	all: DailyRecords,
	own: DailyRecords,
	lastDay: number,
	{ records, devices }: { readonly records: number; readonly devices: number | undefined },
): number {
	const known = [...all.keys()].filter((day) => Math.abs(day - lastDay) <= maxFixDays);
	const first = Math.min(...known);
	const days = Array.from({ length: Math.max(...known) - first + 1 }, (_, index) => first + index);
	const series: Series[] = [
		{
			counts: days.map((day) => own.get(day) ?? 0),
			totals: days.map((day) => all.get(day) ?? 0),
			phases: days.map((day) => ((day % minDays) + minDays) % minDays),
		},
	];
	const found = days.length >= 2 * minDays ? getRhythmDispersion(series) : getDispersion(series);
	return Math.max(1, found / (records / Math.max(1, devices ?? records)));
}
