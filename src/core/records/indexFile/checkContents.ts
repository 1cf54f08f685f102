import { isObject } from '../../common/parseJson';
import type { Fingerprint } from './fingerprint';
import type { Contents, IndexedColumn, KeysContents, Numbers, SavedBits, SavedBytes, SavedValues } from './layout';

/** Maximum number of columns in an index. `csvSource.ts` explains the limit. */
const maxColumns = 16_384;
const maxRecords = 2 ** 31;
const maxCodes = 65_536;
const kinds: readonly unknown[] = ['text', 'integer', 'time', 'version'];
const forms: readonly unknown[] = ['integer', 'dateTime'];

/**
 * Checks everything that the reader relies on. A valid checksum isn't enough, because another program may have written
 * the file.
 */
export function areIndexContents(value: unknown, bytes: number): value is Contents {
	if (!isObject(value)) {
		return false;
	}
	const { of, format, records, guessed, moreColumns, truncated, broken, first, lengths, gaps, columns } = value;
	const check = new Sections(bytes);
	return (
		isFingerprint(of) &&
		(format === 'csv' || format === 'json') &&
		isCount(records, maxRecords) &&
		isCount(guessed, records) &&
		typeof moreColumns === 'boolean' &&
		typeof truncated === 'boolean' &&
		check.areBits(broken, records) &&
		guessed <= broken.count &&
		isCount(first, of.size) &&
		check.areNumbers(lengths, records) &&
		(isCount(gaps, of.size) || check.areNumbers(gaps, Math.max(0, records - 1))) &&
		Array.isArray(columns) &&
		columns.length <= maxColumns &&
		(columns.length > 0 || records === 0) &&
		columns.every((column) => check.isColumn(column, records))
	);
}

export function areKeysContents(value: unknown, bytes: number): value is KeysContents {
	if (!isObject(value) || !isObject(value['sites'])) {
		return false;
	}
	const check = new Sections(bytes);
	const { sites } = value;
	const words = [value['lows'], value['highs'], value['topLows'], value['topHighs']];
	const ofSites = [sites['lows'], sites['highs'], sites['fileLows'], sites['fileHighs']];
	return (
		isFingerprint(value['of']) &&
		typeof value['version'] === 'number' &&
		typeof value['own'] === 'string' &&
		[value['codes'], sites['codes'], sites['ends'], sites['members']].every((numbers) => check.areNumbers(numbers)) &&
		[...words, ...ofSites].every((section) => check.areWords(section))
	);
}

class Sections {
	constructor(private readonly bytes: number) {}

	isColumn(value: unknown, records: number): value is IndexedColumn {
		return (
			isObject(value) &&
			typeof value['name'] === 'string' &&
			kinds.includes(value['kind']) &&
			isCount(value['filled'], records) &&
			typeof value['isPersonal'] === 'boolean' &&
			this.areValues(value['values'], records, value['filled'])
		);
	}

	areNumbers(value: unknown, count?: number): value is Numbers {
		if (!isObject(value)) {
			return false;
		}
		const { width, section } = value;
		return (
			(width === 1 || width === 2 || width === 4) &&
			this.isSection(section) &&
			section[1] % width === 0 &&
			(count === undefined || section[1] === width * count)
		);
	}

	areWords(value: unknown, count?: number): value is SavedBytes {
		return this.isSection(value) && value[1] % 4 === 0 && (count === undefined || value[1] === 4 * count);
	}

	areBits(value: unknown, records: number): value is SavedBits {
		if (!isObject(value) || !isCount(value['count'], records)) {
			return false;
		}
		const { count, section } = value;
		return section === undefined ? count === 0 || count === records : this.areWords(section, (records + 31) >>> 5);
	}

	private areValues(value: unknown, records: number, filled: number): value is SavedValues {
		if (!isObject(value)) {
			return false;
		}
		const { kind, form, low, high, present } = value;
		switch (kind) {
			case 'dictionary':
				return this.isDictionary(value, records);
			case 'number':
				return (
					forms.includes(form) &&
					this.areWords(low, records) &&
					(high === undefined || this.areWords(high, records)) &&
					this.areBits(present, records) &&
					present.count === filled
				);
			case 'raw':
				return this.areBits(present, records) && present.count === filled;
			default:
				return false;
		}
	}

	private isDictionary({ codes, offsets, text, numbers }: Readonly<Record<string, unknown>>, records: number): boolean {
		if (!isObject(codes) || !this.areWords(offsets) || !this.isSection(text)) {
			return false;
		}
		const { bits, section } = codes;
		const size = offsets[1] / 4 - 1;
		return (
			size >= 1 &&
			size <= maxCodes &&
			(bits === 2 || bits === 4 || bits === 8 || bits === 16) &&
			this.isSection(section) &&
			section[1] === Math.ceil((records * bits) / 8) &&
			(numbers === undefined ||
				(isObject(numbers) &&
					forms.includes(numbers['form']) &&
					this.areWords(numbers['low'], size) &&
					(numbers['high'] === undefined || this.areWords(numbers['high'], size))))
		);
	}

	private isSection(value: unknown): value is SavedBytes {
		if (!Array.isArray(value) || value.length !== 3) {
			return false;
		}
		const [at, length, checksum] = value;
		return (
			isCount(at, this.bytes) && isCount(length, this.bytes) && isCount(checksum, 2 ** 32) && at + length <= this.bytes
		);
	}
}

function isFingerprint(value: unknown): value is Fingerprint {
	return (
		isObject(value) &&
		isCount(value['size'], Number.MAX_SAFE_INTEGER) &&
		typeof value['modified'] === 'string' &&
		typeof value['pieces'] === 'number'
	);
}

function isCount(value: unknown, most: number): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
}
