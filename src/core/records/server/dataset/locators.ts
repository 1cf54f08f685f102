import { RecentCache } from '../../../../shared/recentCache';
import { AppError } from '../../../common/errors';
import type { Days } from './mappedTable';

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

	/** Those of some records, as far as they are known. */
	daysOf(numbers: readonly number[]): Days {
		const days = numbers.map((number) => this.days.get(number) ?? 0);
		return days.includes(0) ? {} : { from: Math.min(...days), to: Math.max(...days) };
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

/** Records that have one number but differ must not be taken for each other. @param found What is different about them. */
export function assertOne(found: readonly unknown[]): void {
	if (found.length > 1) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'alike' });
	}
}
