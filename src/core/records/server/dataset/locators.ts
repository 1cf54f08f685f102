import { RecentCache } from '../../../../shared/recentCache';
import { AppError } from '../../../common/errors';
import type { Dataset } from './dataset';
import { hashLiteral } from './hash16';
import type { Days } from './mappedTable';

const remembered = 50_000;

/** Maximum number of locations in a query. For more records, searching entire days is faster. */
const maxPlaces = 1000;

export interface LocatedRecord {
	readonly number: number;
	readonly day: number;
	/** Further values of the primary key, which help the server find the record faster. Undefined if they are unknown. */
	readonly place?: RecordPlace | undefined;
}

interface RecordPlace {
	/** Hash of the group key (derived from frames) in hexadecimal. */
	readonly frames: string;
	/** Time in whole Unix seconds. If the record has no time, the value is far below any time. */
	readonly time: number;
}

const dayNumber = 'toString(toUInt16(_day))';

/** Returns the SQL columns that locate a record. Mapped tables have only the number and the day. */
export function locating({ isHashed }: Pick<Dataset, 'isHashed'>): readonly string[] {
	return ['toString(_n)', dayNumber, ...(isHashed ? [] : ['lower(hex(_frames))', 'toString(_time)'])];
}

export function locatedBy([number, day, frames, time]: readonly string[]): LocatedRecord {
	const place = frames === undefined ? undefined : { frames, time: Number(time) };
	return { number: Number(number), day: Number(day), place };
}

type Location = Omit<LocatedRecord, 'number'>;

/** Caches the locations of records. If the location of a record is unknown, all days must be searched for it. */
export class Locators {
	private readonly locations = new RecentCache<number, Location>(remembered);

	note(records: Iterable<LocatedRecord>): void {
		for (const { number, day, place } of records) {
			if (place || !this.locations.has(number)) {
				this.locations.set(number, { day, place });
			}
		}
	}

	knows(numbers: readonly number[]): boolean {
		return numbers.every((number) => this.locations.has(number));
	}

	getDays(numbers: readonly number[]): Days {
		const days = numbers.map((number) => this.locations.get(number)?.day ?? 0);
		return days.includes(0) ? {} : { from: Math.min(...days), to: Math.max(...days) };
	}

	conditionOf(numbers: readonly number[]): string {
		if (numbers.length === 0) {
			return '0';
		}
		const known = numbers.map((number) => this.locations.get(number));
		return [...whereabouts(known), `_n IN (${numbers.join(', ')})`].join(' AND ');
	}
}

/** Returns SQL conditions for these locations. They may also match a few other records. */
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

/** Throws if several records were found, so that records with the same number are not confused. */
export function assertOne(found: readonly unknown[]): void {
	if (found.length > 1) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'alike' });
	}
}
