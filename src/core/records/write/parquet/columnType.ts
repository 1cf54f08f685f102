import { toUtc } from '../../../../shared/civilTime';
import { formatTimestamp } from '../../parquet/texts/calendar';

/** Type of a column. Columns of type `text` store empty values. All other columns store null instead. */
export type ParquetColumnType = 'text' | TypedColumn;
export type TypedColumn = (typeof typedColumns)[number];

/** Column types other than `text`, in order of preference. */
export const typedColumns = ['boolean', 'int64', 'uint64', 'timestamp'] as const;

/** Maximum number of characters in a typed value. A longer value requires the type `text`. */
export const longestTyped = 26;

const microsPerSecond = 1_000_000n;
const leastInt64 = -(2n ** 63n);
const greatestInt64 = 2n ** 63n - 1n;
const greatestUint64 = 2n ** 64n - 1n;

const integer = /^(?:0|-?[1-9]\d{0,19})$/;
const timestamp = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{3}|\d{6}))?$/;

/** Returns the number to store, or undefined if it can't restore the original text. Times are in microseconds. */
export function toStored(type: TypedColumn, text: string): bigint | undefined {
	switch (type) {
		case 'boolean':
			return text === 'true' ? 1n : text === 'false' ? 0n : undefined;
		case 'int64':
			return within(text, leastInt64, greatestInt64);
		case 'uint64':
			return within(text, 0n, greatestUint64);
		case 'timestamp':
			return toMicros(text);
	}
}

function within(text: string, least: bigint, greatest: bigint): bigint | undefined {
	const value = integer.test(text) ? BigInt(text) : undefined;
	return value !== undefined && value >= least && value <= greatest ? value : undefined;
}

function toMicros(text: string): bigint | undefined {
	const match = timestamp.exec(text);
	if (!match) {
		return undefined;
	}
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
	const seconds = BigInt(toUtc({ year, month, day, hour, minute, second }) / 1000);
	const micros = seconds * microsPerSecond + BigInt((match[7] ?? '').padEnd(6, '0'));
	return formatTimestamp(micros, microsPerSecond) === text ? micros : undefined;
}

interface PossibleTypes {
	readonly types: ReadonlySet<TypedColumn>;
	readonly hasTexts: boolean;
}

export function chooseType(possible: PossibleTypes | undefined): ParquetColumnType {
	const [type = 'text'] = possible?.types ?? [];
	return possible?.hasTexts ? type : 'text';
}

/** Determines a type for a column that can restore the text of all its values exactly. */
export class TypeFinder implements PossibleTypes {
	readonly types = new Set(typedColumns);
	hasTexts = false;

	/** Returns false if only the type `text` is still possible, so that no more values are needed. */
	add(text: string): boolean {
		if (text !== '') {
			this.hasTexts = true;
			for (const type of this.types) {
				if (toStored(type, text) === undefined) {
					this.types.delete(type);
				}
			}
		}
		return this.types.size > 0;
	}

	get type(): ParquetColumnType {
		return chooseType(this);
	}
}
