import { isAscii } from 'node:buffer';
import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { TextFinder } from '../../../scan/textFinder';
import type { RecordBlock } from '../../table/table';
import { TextSearch } from '../values/textSearch';
import type { Snapshot } from '../work/snapshot';
import { type BlockSearchOptions, ByteSearch, isInValues, isWrittenAsIs } from './byteSearch';
import type { IdlePlaces } from './columnFilter';
import type { DeobfuscatedSearch } from './deobfuscatedSearch';

interface AnywhereOptions {
	/** Records that are of interest, in the order of the file. */
	readonly numbers: Uint32Array;
	/** Whose values alone count; undefined: all. */
	readonly columns?: readonly number[] | undefined;
	/** Ends with the first record found. */
	readonly first?: boolean;
	/** Records looked at so far, among those of interest. */
	readonly onProgress?: (searched: number) => void;
	/** Traces as they are shown are looked at as well, where they are not as they were written. */
	readonly shown?: DeobfuscatedSearch | undefined;
	readonly places: IdlePlaces;
}

/** The records in any of whose values the text occurs, as they were written or are shown. */
export async function findAnywhere(
	snapshot: Snapshot,
	text: string,
	{ shown, ...options }: AnywhereOptions,
	pace: Pace,
): Promise<Bitset> {
	const { numbers, first = false, onProgress } = options;
	if (!shown) {
		return findWritten(snapshot, text, options, pace);
	}
	// Both passes take long.
	const ofBoth = (searched: number) => onProgress?.(Math.floor(searched / 2));
	const found = await findWritten(snapshot, text, { ...options, onProgress: ofBoth }, pace);
	const rest = new Bitset(snapshot.records);
	let done = false;
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to && !done; index++) {
			const number = numbers[index] ?? 0;
			done = first && found.has(number);
			if (!found.has(number)) {
				rest.add(number);
			}
		}
	});
	let searched = 0;
	await shown.find(rest, found, pace, first, (record) => {
		while (searched < numbers.length && (numbers[searched] ?? 0) <= record) {
			searched++;
		}
		ofBoth(numbers.length + searched);
	});
	return found;
}

/**
 * Columns with few values are searched by value; only for the others, and for records not found yet, the file is read.
 */
async function findWritten(
	snapshot: Snapshot,
	text: string,
	{ numbers, columns, first = false, onProgress, places }: Omit<AnywhereOptions, 'shown'>,
	pace: Pace,
): Promise<Bitset> {
	const search = new TextSearch(text);
	const found = new Bitset(snapshot.records);
	const rest = new Bitset(snapshot.records);
	const counts = columns && new Set(columns);
	const looked = snapshot.allColumns.filter((_, column) => counts?.has(column) ?? true);
	const inDictionary = await dictionaryMatches(looked, search, pace);
	let done = inDictionary.length === 0 && numbers.length === snapshot.records;
	if (done) {
		rest.addRange(0, snapshot.records);
	}
	await pace.walk(done ? 0 : numbers.length, (from, to) => {
		for (let index = from; index < to && !done; index++) {
			const number = numbers[index] ?? 0;
			if (isAmong(number, inDictionary)) {
				found.add(number);
				done = first;
			} else {
				rest.add(number);
			}
		}
	});
	if (!isInFile(looked, search)) {
		return found;
	}
	const elsewhere = snapshot.allColumns.filter((_, column) => counts?.has(column) === false);
	const others = await mayHold(elsewhere, search, pace);
	const options = { snapshot, search, only: rest, found, first, columns: others ? counts : undefined };
	await places.texts.lend((finder) => searchBlocks(options, numbers, finder, pace, onProgress));
	return found;
}

/** Goes through the blocks of the file. */
async function searchBlocks(
	options: BlockSearchOptions,
	numbers: Uint32Array,
	finder: TextFinder,
	pace: Pace,
	onProgress: AnywhereOptions['onProgress'],
): Promise<void> {
	const { snapshot, search, only } = options;
	const others = isWrittenAsIs(snapshot, search) ? search.beyondAscii() : undefined;
	const scan = others ? new ByteSearch(options, others, finder) : new BlockSearch(options);
	let searched = 0;
	await snapshot.table.scanBlocks(
		async (block) => {
			const goOn = await scan.block(block, pace);
			if (onProgress) {
				while (searched < numbers.length && (numbers[searched] ?? 0) < block.end) {
					searched++;
				}
				onProgress(searched);
			}
			return goOn;
		},
		{ signal: pace.signal, records: snapshot.records, only },
	);
}

/** Whether anything but the dictionaries may hold the text. Numbers are written in digits, dates with signs between. */
function isInFile(columns: Snapshot['allColumns'], { text }: TextSearch): boolean {
	const isOfNumbers = /^[\d :-]*$/.test(text);
	return columns.some(({ values }) => values.kind === 'raw' || (values.kind === 'number' && isOfNumbers));
}

/** Whether a value of some of these columns may have the text. */
async function mayHold(columns: Snapshot['allColumns'], search: TextSearch, pace: Pace): Promise<boolean> {
	return isInFile(columns, search) || (await dictionaryMatches(columns, search, pace)).length > 0;
}

/** Whether one of the record's values is among the matches. */
function isAmong(number: number, inDictionary: readonly Matches[]): boolean {
	for (const { codes, mask } of inDictionary) {
		if (mask[codes[number] ?? 0] === 1) {
			return true;
		}
	}
	return false;
}

interface Matches {
	readonly codes: Uint8Array | Uint16Array;
	readonly mask: Uint8Array;
}

async function dictionaryMatches(columns: Snapshot['allColumns'], search: TextSearch, pace: Pace): Promise<Matches[]> {
	const matches: Matches[] = [];
	for (const { values } of columns) {
		if (values.kind === 'dictionary') {
			const { codes, size } = values;
			const mask = new Uint8Array(size);
			let any = false;
			await pace.walk(
				size,
				(from, to) => {
					for (let code = from; code < to; code++) {
						if (search.inText(values.value(code))) {
							mask[code] = 1;
							any = true;
						}
					}
				},
				1024,
			);
			if (any) {
				matches.push({ codes, mask });
			}
		}
	}
	return matches;
}

/** Texts of more bytes are no short-lived memory, which takes several times as long as to search them. Longer records are one text. */
const textBytes = 32 * 1024;

/** Searches blocks of the file by their bytes, and reads the values of the records where these may hold the text. */
class BlockSearch {
	private readonly pattern: RegExp | undefined;
	private readonly isCsv: boolean;

	constructor(private readonly options: BlockSearchOptions) {
		const { snapshot, search } = options;
		this.isCsv = snapshot.table.format === 'csv';
		this.pattern = search.candidates(snapshot.table.format);
	}

	/** @returns false when enough was found. */
	async block(block: RecordBlock, pace: Pace): Promise<boolean> {
		if (!this.pattern) {
			return this.byRecord(block, pace);
		}
		for (let first = block.first; first < block.end; ) {
			const part = this.partFrom(block, first);
			if (!(await this.byPattern(this.pattern, part, pace))) {
				return false;
			}
			first = part.end;
		}
		return true;
	}

	/** The records of a block from one on whose texts are searched together. */
	private partFrom({ end, bytes, offset }: RecordBlock, first: number): RecordBlock {
		const { table } = this.options.snapshot;
		const from = table.start(first);
		let next = first + 1;
		while (next < end && table.start(next) + table.length(next) <= from + textBytes) {
			next++;
		}
		const to = table.start(next - 1) + table.length(next - 1);
		return { first, end: next, bytes: bytes.subarray(from - offset, to - offset), offset: from };
	}

	private async byPattern(pattern: RegExp, block: RecordBlock, pace: Pace): Promise<boolean> {
		const { table } = this.options.snapshot;
		const text = block.bytes.toString('latin1');
		let record = block.first;
		pattern.lastIndex = 0;
		for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
			const at = block.offset + match.index;
			while (record < block.end && table.start(record) + table.length(record) <= at) {
				record++;
			}
			if (record === block.end) {
				return true;
			}
			const start = table.start(record) - block.offset;
			const end = start + table.length(record);
			if (match.index < start) {
				continue;
			}
			const surely = this.isSure(record, block.bytes, match.index + match[0].length);
			if (this.options.only.has(record) && (surely || isInValues(this.options, record, block.bytes, start, end))) {
				this.options.found.add(record);
				if (this.options.first) {
					return false;
				}
			}
			record++;
			pattern.lastIndex = end;
			if (pace.due) {
				await pace.rest();
			}
		}
		return true;
	}

	private async byRecord(block: RecordBlock, pace: Pace): Promise<boolean> {
		const { table } = this.options.snapshot;
		for (let record = block.first; record < block.end; record++) {
			const start = table.start(record) - block.offset;
			const end = start + table.length(record);
			if (
				this.options.only.has(record) &&
				this.mayHold(block.bytes, start, end) &&
				isInValues(this.options, record, block.bytes, start, end)
			) {
				this.options.found.add(record);
				if (this.options.first) {
					return false;
				}
			}
			if (pace.due) {
				await pace.rest();
			}
		}
		return true;
	}

	/** Text beyond ASCII needs bytes beyond it, or escapes. */
	private mayHold(bytes: Buffer, start: number, end: number): boolean {
		const record = bytes.subarray(start, end);
		return !isAscii(record) || (!this.isCsv && record.includes('\\u'));
	}

	/**
	 * Whether what the pattern found needs no second look: the same bytes can be nothing but part of a CSV's value,
	 * whichever it is, and no accent follows.
	 */
	private isSure(record: number, bytes: Buffer, end: number): boolean {
		return (
			this.options.columns === undefined &&
			this.isCsv &&
			this.options.search.isAscii &&
			!/[",\r\n]/.test(this.options.search.text) &&
			(bytes[end] ?? 0) < 0x80 &&
			!this.options.snapshot.table.broken.has(record)
		);
	}
}
