import { earlierWords, lengthMark } from '../../query/values/versionKey';
import { lastDay, latestTime, noTime, secondsOfDay } from './schema';

/** Maximum number of digits in a sort key. A longer number is sorted as if it had this many digits. */
const maxDigits = 63;

const lengthMarks = `[${Array.from({ length: maxDigits + 1 }, (_, length) => `'${lengthMark('1'.repeat(length))}'`).join(', ')}]`;

/** First and last day for which times are formatted. Older servers format other times incorrectly. */
const [firstWritten, lastWritten] = [1, lastDay];

/** This offset is added to Unix seconds in a sort key, so that the first digit of the sum marks a time. */
const timeKeyOffset = 21_000_000_000_000_000n;

export interface ColumnType {
	/** Type without `Nullable` and `LowCardinality`. */
	readonly plain: string;
	readonly isNullable: boolean;
	readonly isLowCardinality: boolean;
}

export function columnType(type: string): ColumnType {
	const { wrapper, inner } = /^(?<wrapper>Nullable|LowCardinality)\((?<inner>.*)\)$/.exec(type)?.groups ?? {};
	if (inner === undefined) {
		return { plain: type, isNullable: false, isLowCardinality: false };
	}
	const within = columnType(inner);
	return {
		plain: within.plain,
		isNullable: within.isNullable || wrapper === 'Nullable',
		isLowCardinality: within.isLowCardinality || wrapper === 'LowCardinality',
	};
}

/** Returns true if values of this type can be read. Only the server can interpret states of aggregate functions. */
export function isReadable({ plain }: ColumnType): boolean {
	return !plain.startsWith('AggregateFunction(');
}

export function isWholeNumber({ plain }: ColumnType): boolean {
	return /^U?Int(?:8|16|32|64)$/.test(plain);
}

/** Returns true if all server versions compute the same hash for values of this type. */
export function isHashed({ plain, isNullable, isLowCardinality }: ColumnType): boolean {
	return (
		!isNullable &&
		!isLowCardinality &&
		(isWholeNumber({ plain, isNullable, isLowCardinality }) ||
			/^(?:String|Date|DateTime(?:\(.*\))?|Float(?:32|64))$/.test(plain))
	);
}

export function hasFewValues({ plain, isLowCardinality }: ColumnType): boolean {
	return isLowCardinality || /^(?:Enum(?:8|16)\(|Bool$)/.test(plain);
}

export function textOfColumn(column: string, { plain, isNullable, isLowCardinality }: ColumnType): string {
	return plain === 'String' && !isNullable && !isLowCardinality ? column : `ifNull(toString(${column}), '')`;
}

/** @param seconds SQL expression for the Unix seconds, which can be NULL */
export function timeOrNone(seconds: string, column: string, { plain }: ColumnType): string {
	const isTooLate = plain === 'UInt64' ? `${column} > 9223372036854775807 OR ` : '';
	const isTime = `${isTooLate}abs(${seconds}) > ${latestTime}`;
	return `ifNull(if(${isTime}, toInt64('${noTime}'), ${seconds}), toInt64('${noTime}'))`;
}

/**
 * Returns SQL for the day of a time. If the time is invalid, the result is the last day, or the first day if `text`
 * (the value) is empty.
 */
export function dayOfTime(time: string, text: string): string {
	const day = `least(${lastDay}, greatest(0, intDiv(${time}, ${secondsOfDay})))`;
	return `toDate(toUInt16(if(${time} = toInt64('${noTime}'), if(${text} = '', 0, ${lastDay}), ${day})))`;
}

/**
 * Returns SQL for a time in the format that `getTime` parses. If there is no valid time, the result is `text` or an
 * empty string.
 */
export function writtenTime(time: string, column: string, text: string, type: ColumnType): string {
	const written = type.plain.startsWith('DateTime64')
		? `ifNull(toString(${column}, 'UTC'), '')`
		: `toString(toDateTime(${time}), 'UTC')`;
	const other = /^(?:String|FixedString)/.test(type.plain) ? `if(match(${text}, '^[-0-9]'), '', ${text})` : `''`;
	const isWritten = `${time} >= ${firstWritten * secondsOfDay} AND ${time} < ${lastWritten * secondsOfDay}`;
	return `if(${isWritten}, ${written}, if(${time} = toInt64('${noTime}'), ${other}, toString(${time})))`;
}

/** Returns SQL for the sort key of a time, with the same result as `orderKey`. */
export function timeOrder(time: string, text: string): string {
	const other = `if(${text} = '', '', concat('3', ${text}))`;
	return `if(${time} = toInt64('${noTime}'), ${other}, toString(${timeKeyOffset} + ${time}))`;
}

/**
 * Returns SQL for the sort key of an integer, with the same result as `orderKey`. `text` has no plus sign and no
 * leading zeros.
 */
export function integerOrder(text: string): string {
	const digits = `(length(${text}) - 1)`;
	const nines = `toString(9999999999999999999 - toUInt64OrZero(substring(${text}, 2)))`;
	const marks = Array.from({ length: 20 }, (_, length) => `'${negativeMark(length + 1)}'`).join(', ');
	const padded = `if(length(${nines}) < 19, concat('0', ${nines}), ${nines})`;
	const below = `concat('1', arrayElement([${marks}], toUInt32(${digits})), substring(${padded}, 20 - ${digits}))`;
	const above = `concat('2', arrayElement(${lengthMarks}, toUInt32(length(${text}) + 1)), ${text})`;
	return `if(${text} = '', '', if(substring(${text}, 1, 1) = '-', ${below}, ${above}))`;
}

function negativeMark(length: number): string {
	return String.fromCharCode(0xc000 - lengthMark('1'.repeat(length)).charCodeAt(0));
}

/** Returns SQL for the sort key of a version, with the same result as `versionKey`. */
export function versionOrder(text: string): string {
	const all = `extractAll(lowerUTF8(${text}), '[0-9]+|\\\\pL+')`;
	const parts = `if(arrayElement(${all}, 1) = 'v' AND length(${all}) > 1, arraySlice(${all}, 2), ${all})`;
	const digits = "replaceRegexpOne(_p, '^0+', '')";
	const number = `concat('4', arrayElement(${lengthMarks}, toUInt32(least(length(${digits}), ${maxDigits}) + 1)), ${digits})`;
	const isEarly = `_p IN (${[...earlierWords].map((word) => `'${word}'`).join(', ')}) OR (_p IN ('a', 'b', 'm') AND match(_q, '^[0-9]'))`;
	const word = `concat(if(${isEarly}, '1', '3'), _p, '\\0')`;
	const keys = `arrayMap((_p, _q) -> if(match(_p, '^[0-9]'), ${number}, ${word}), ${parts}, arraySlice(arrayPushBack(${parts}, ''), 2))`;
	// Removes zeros before words and at the end of a version, so that `1.0` and `1` have the same key.
	const counting = `replaceRegexpAll(arrayStringConcat(${keys}), '(?:4${lengthMark('')})+([13]|$)', '\\\\1')`;
	return `if(${text} = '', '', concat(${counting}, '2'))`;
}
