import { isUtf8 } from 'node:buffer';
import type { SchemaElement } from 'hyparquet';
import { damaged } from '../format/fault';
import type { RawValue } from '../values/plainReader';
import { formatCalendarDay, formatTime, formatTimestamp } from './calendar';

/** Converts a value to JSON. Numbers keep all digits. Text, times and binary values become JSON strings. */
export type WriteValue = (value: RawValue) => string;

const perSecond = { MILLIS: 1000n, MICROS: 1_000_000n, NANOS: 1_000_000_000n };

/** Julian day number of 1970-01-01. INT96 values contain Julian days. */
const julianEpoch = 2_440_588n;
const nanosPerDay = 86_400n * perSecond.NANOS;

const intervalBytes = 12;
const uuidBytes = 16;
const float16Bytes = 2;

/** Maximum number of bytes in a decimal. Even the 76 digits of the largest decimals in databases need far fewer. */
const maxDecimalBytes = 1024;

/** Returns a function that converts values of a column to JSON. Older files specify only the `converted_type`. */
export function writerOf(element: SchemaElement): WriteValue {
	const { type, converted_type: converted, logical_type: logical, scale = 0 } = element;
	switch (logical?.type) {
		case 'DECIMAL':
			return decimal(logical.scale ?? scale);
		case 'DATE':
			return (value) => quoted(formatCalendarDay(Number(integer(value))));
		case 'TIME':
			return (value) => quoted(formatTime(integer(value), perSecond[logical.unit]));
		case 'TIMESTAMP':
			return timestamp(perSecond[logical.unit]);
		case 'INTEGER':
			return logical.isSigned === false ? unsigned(type) : number;
		case 'UUID':
			return uuid;
		case 'FLOAT16':
			return float16;
		case 'STRING':
		case 'ENUM':
		case 'JSON':
			return text;
		default:
			break;
	}
	switch (converted) {
		case 'UTF8':
		case 'ENUM':
		case 'JSON':
			return text;
		case 'DECIMAL':
			return decimal(scale);
		case 'DATE':
			return (value) => quoted(formatCalendarDay(Number(integer(value))));
		case 'TIME_MILLIS':
			return (value) => quoted(formatTime(integer(value), perSecond.MILLIS));
		case 'TIME_MICROS':
			return (value) => quoted(formatTime(integer(value), perSecond.MICROS));
		case 'TIMESTAMP_MILLIS':
			return timestamp(perSecond.MILLIS);
		case 'TIMESTAMP_MICROS':
			return timestamp(perSecond.MICROS);
		case 'UINT_8':
		case 'UINT_16':
		case 'UINT_32':
		case 'UINT_64':
			return unsigned(type);
		case 'INTERVAL':
			return interval;
		default:
			break;
	}
	switch (type) {
		case 'BYTE_ARRAY':
		case 'FIXED_LEN_BYTE_ARRAY':
			return textOrBytes;
		case 'INT96':
			return (value) => quoted(formatTimestamp(nanosOfInt96(asBuffer(value)), perSecond.NANOS));
		case 'FLOAT':
			return float;
		default:
			return number;
	}
}

function quoted(value: string): string {
	return `"${value}"`;
}

/** Converts UTF-8 bytes to a JSON string. Invalid UTF-8 becomes U+FFFD. */
function text(value: RawValue): string {
	return JSON.stringify(asBuffer(value).toString());
}

/** Converts UTF-8 bytes to text and other bytes to hexadecimal. Some writers don't mark text columns as text. */
function textOrBytes(value: RawValue): string {
	const bytes = asBuffer(value);
	return isUtf8(bytes) ? JSON.stringify(bytes.toString()) : quoted(`0x${bytes.toString('hex')}`);
}

function number(value: RawValue): string {
	if (typeof value !== 'number') {
		return String(value);
	}
	return Number.isFinite(value) ? (Object.is(value, -0) ? '-0' : String(value)) : quoted(String(value));
}

function float(value: RawValue): string {
	if (typeof value === 'number' && Number.isFinite(value)) {
		for (let digits = 6; digits <= 9; digits++) {
			const short = Number(value.toPrecision(digits));
			if (Math.fround(short) === value) {
				return number(short);
			}
		}
	}
	return number(value);
}

function unsigned(type: SchemaElement['type']): WriteValue {
	return type === 'INT64'
		? (value) => String(BigInt.asUintN(64, integer(value)))
		: (value) => String(Number(integer(value)) >>> 0);
}

function timestamp(unitsPerSecond: bigint): WriteValue {
	return (value) => quoted(formatTimestamp(integer(value), unitsPerSecond));
}

function decimal(scale: number): WriteValue {
	if (!(scale >= 0 && scale <= 1000)) {
		throw damaged('decimal');
	}
	return (value) => {
		const unscaled = typeof value === 'object' ? signed(value) : integer(value);
		if (scale === 0) {
			return String(unscaled);
		}
		const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
		return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
	};
}

function signed(bytes: Uint8Array): bigint {
	if (bytes.length === 0) {
		return 0n;
	}
	if (bytes.length > maxDecimalBytes) {
		throw damaged('decimal');
	}
	return BigInt.asIntN(8 * bytes.length, BigInt(`0x${asBuffer(bytes).toString('hex')}`));
}

function uuid(value: RawValue): string {
	const bytes = asBuffer(value);
	if (bytes.length !== uuidBytes) {
		return textOrBytes(value);
	}
	return quoted(bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
}

function float16(value: RawValue): string {
	const bytes = asBuffer(value);
	if (bytes.length !== float16Bytes) {
		return textOrBytes(value);
	}
	const bits = bytes.readUInt16LE(0);
	const sign = bits >> 15 === 1 ? -1 : 1;
	const exponent = (bits >> 10) & 0x1f;
	const fraction = bits & 0x3ff;
	if (exponent === 0x1f) {
		return number(fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN);
	}
	return number(exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/** Converts months, days and milliseconds to an ISO 8601 duration. */
function interval(value: RawValue): string {
	const bytes = asBuffer(value);
	if (bytes.length !== intervalBytes) {
		return textOrBytes(value);
	}
	const [months, days, millis] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
	return quoted(`P${months}M${days}DT${millis / 1000}S`);
}

function nanosOfInt96(bytes: Buffer): bigint {
	return (BigInt(bytes.readUInt32LE(8)) - julianEpoch) * nanosPerDay + bytes.readBigInt64LE(0);
}

function integer(value: RawValue): bigint {
	if (typeof value === 'object' || (typeof value === 'number' && !Number.isInteger(value))) {
		throw damaged('type');
	}
	return BigInt(value);
}

function asBuffer(value: RawValue): Buffer {
	if (typeof value !== 'object') {
		throw damaged('type');
	}
	return Buffer.from(value.buffer, value.byteOffset, value.length);
}
