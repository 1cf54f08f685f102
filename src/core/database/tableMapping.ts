import { nameLiteral } from './literals';

export interface DatabaseTable {
	readonly database: string;
	readonly table: string;
}

export interface DatabaseColumn {
	readonly name: string;
	/** Name of the type as reported by the server, such as `Nullable(DateTime)`. */
	readonly type: string;
}

export const columnRoles = ['time', 'error', 'version', 'device', 'name'] as const;
export type ColumnRole = (typeof columnRoles)[number];

export interface TableMapping extends DatabaseTable {
	readonly time: DatabaseColumn;
	readonly others: Readonly<Partial<Record<Exclude<ColumnRole, 'time'>, string>>>;
}

/** Smallest integer that is interpreted as milliseconds, because in seconds it would be a time in the year 5138. */
const firstMilliseconds = 100_000_000_000;

export function canBeTime({ type }: DatabaseColumn): boolean {
	return timeKind(type) !== undefined;
}

/**
 * Returns an SQL expression that converts a column to Unix seconds (Int64) or NULL. Times in text are in the server's
 * time zone.
 */
export function secondsOfColumn({ name, type }: DatabaseColumn): string {
	const column = nameLiteral(name);
	switch (timeKind(type)) {
		case 'date':
			return `toInt64(${column}) * 86400`;
		case 'dateTime64':
			return `intDiv(toUnixTimestamp64Milli(${column}), 1000)`;
		case 'text':
			return secondsOfText(`toString(${column})`);
		case 'integer':
			return inSeconds(`toInt64(${column})`);
		default:
			return `toInt64(${column})`;
	}
}

function secondsOfText(text: string): string {
	// Old servers convert text without digits to a time in the year 2000.
	const written = `if(match(${text}, '[0-9]{4}'), toInt64(parseDateTimeBestEffortOrNull(${text})), NULL)`;
	return `if(match(${text}, '^-?[0-9]{1,18}$'), ${inSeconds(`toInt64OrNull(${text})`)}, ${written})`;
}

function inSeconds(value: string): string {
	return `if(abs(${value}) >= ${firstMilliseconds}, intDiv(${value}, 1000), ${value})`;
}

function timeKind(type: string): 'dateTime' | 'dateTime64' | 'date' | 'integer' | 'text' | undefined {
	const plain = plainType(type);
	if (/^U?Int(?:32|64)$/.test(plain)) {
		return 'integer';
	}
	if (/^(?:String|FixedString\(\d+\))$/.test(plain)) {
		return 'text';
	}
	if (/^Date(?:32)?$/.test(plain)) {
		return 'date';
	}
	return plain.startsWith('DateTime64') ? 'dateTime64' : plain.startsWith('DateTime') ? 'dateTime' : undefined;
}

function plainType(type: string): string {
	const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
	return inner === undefined ? type : plainType(inner);
}
