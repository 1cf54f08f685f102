import { RecentCache } from '../../../../shared/recentCache';
import { AppError } from '../../../common/errors';
import type { Dataset } from './dataset';
import { hashLiteral } from './hash16';
import type { Days } from './mappedTable';

/** Of records that were handed out last. */
const remembered = 50_000;

/** For more records at once the server goes through their days sooner than through a list of their places. */
const maxPlaces = 1000;

/** Where a record is. */
export interface LocatedRecord {
	readonly number: number;
	readonly day: number;
	/** Where it stands among those of its day: by this the server reads little else; undefined where it is not known. */
	readonly place?: RecordPlace | undefined;
}

/** What the records of a day are in order by. */
interface RecordPlace {
	/** The hash of its key by frames, in hex. */
	readonly frames: string;
	/** Unix seconds, an integer; far below all others where it has no time. */
	readonly time: number;
}

/** A record's day, as it is kept here. */
const dayNumber = 'toString(toUInt16(_day))';

/** What is selected to locate a record; in tables of others there are no places. */
export function locating({ isHashed }: Pick<Dataset, 'isHashed'>): readonly string[] {
	return ['toString(_n)', dayNumber, ...(isHashed ? [] : ['lower(hex(_frames))', 'toString(_time)'])];
}

/** @param row What was selected by `locating`. */
export function locatedBy([number, day, frames, time]: readonly string[]): LocatedRecord {
	const place = frames === undefined ? undefined : { frames, time: Number(time) };
	return { number: Number(number), day: Number(day), place };
}

type Location = Omit<LocatedRecord, 'number'>;

/** Where records are that somebody was told of: by its number alone, a record is looked for in all days. */
export class Locators {
	private readonly locations = new RecentCache<number, Location>(remembered);

	/** @param records They are of the dataset for sure. */
	note(records: Iterable<LocatedRecord>): void {
		for (const { number, day, place } of records) {
			if (place || !this.locations.has(number)) {
				this.locations.set(number, { day, place });
			}
		}
	}

	/** All of these were handed out. */
	knows(numbers: readonly number[]): boolean {
		return numbers.every((number) => this.locations.has(number));
	}

	/** Days of some records, as far as they are known. */
	daysOf(numbers: readonly number[]): Days {
		const days = numbers.map((number) => this.locations.get(number)?.day ?? 0);
		return days.includes(0) ? {} : { from: Math.min(...days), to: Math.max(...days) };
	}

	/** Holds for these records and no others. */
	conditionOf(numbers: readonly number[]): string {
		if (numbers.length === 0) {
			return '0';
		}
		const known = numbers.map((number) => this.locations.get(number));
		return [...whereabouts(known), `_n IN (${numbers.join(', ')})`].join(' AND ');
	}
}

/** Hold for records at these places, and for few others. */
function whereabouts(known: readonly (Location | undefined)[]): readonly string[] {
	const places = known.flatMap((one) => (one?.place ? [placeLiteral(one.day, one.place)] : []));
	if (places.length === known.length && places.length <= maxPlaces) {
		return [`(_day, _frames, _time) IN (${[...new Set(places)].join(', ')})`];
	}
	const days = new Set(known.map((one) => one?.day));
	return days.has(undefined) ? [] : [`_day IN (${[...days].map((day) => `toDate(${day})`).join(', ')})`];
}

function placeLiteral(day: number, { frames, time }: RecordPlace): string {
	return `(toDate(${day}), ${hashLiteral(frames)}, toInt64('${BigInt(time)}'))`;
}

/** Records that have one number but differ must not be taken for each other. @param found What is different about them. */
export function assertOne(found: readonly unknown[]): void {
	if (found.length > 1) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'alike' });
	}
}
