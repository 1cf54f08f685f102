import { RecentCache } from '../../../../shared/recentCache';

/** Of records that were handed out last. */
const remembered = 100_000;

/** Where records are that somebody was told of: by its number alone, a record is looked for in all days. */
export class Locators {
	private readonly days = new RecentCache<number, number>(remembered);

	note(records: Iterable<{ readonly number: number; readonly day: number }>): void {
		for (const { number, day } of records) {
			this.days.set(number, day);
		}
	}

	/** Holds for these records and no others. */
	conditionOf(numbers: readonly number[]): string {
		if (numbers.length === 0) {
			return '0';
		}
		const days = numbers.map((number) => this.days.get(number));
		const ofDays = days.includes(undefined)
			? []
			: [`_day IN (${[...new Set(days)].map((day) => `toDate(${day})`).join(', ')})`];
		return [...ofDays, `_n IN (${numbers.join(', ')})`].join(' AND ');
	}
}
