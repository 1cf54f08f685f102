import { isAscii } from 'node:buffer';
import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { TextFinder } from '../../../scan/textFinder';
import type { RecordBlock } from '../../table/table';
import type { Snapshot } from '../execution/snapshot';
import { TextSearch } from '../values/textSearch';
import { type BlockSearchOptions, ByteSearch, isInValues, isWrittenAsIs } from './byteSearch';
import type { IdlePlaces } from './columnFilters';
import type { DeobfuscatedSearch } from './deobfuscatedSearch';

interface AnywhereOptions {
	readonly numbers: Uint32Array;
	readonly columns?: readonly number[] | undefined;
	readonly first?: boolean;
	readonly onProgress?: (searched: number) => void;
	readonly shown?: DeobfuscatedSearch | undefined;
	readonly places: IdlePlaces;
}

export async function findAnywhere(
	snapshot: Snapshot,
	text: string,
	{ shown, ...options }: AnywhereOptions,
	scheduler: Scheduler,
): Promise<Bitset> {
	const { numbers, first = false, onProgress } = options;
	if (!shown) {
		return findWritten(snapshot, text, options, scheduler);
	}
	// The file is searched first and the deobfuscated traces second. Each search accounts for half of the progress.
	const ofBoth = (searched: number) => onProgress?.(Math.floor(searched / 2));
	const found = await findWritten(snapshot, text, { ...options, onProgress: ofBoth }, scheduler);
	const rest = new Bitset(snapshot.records);
	let done = false;
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to && !done; index++) {
			const number = numbers[index] ?? 0;
			done = first && found.has(number);
			if (!found.has(number)) {
				rest.add(number);
			}
		}
	});
	let searched = 0;
	await shown.find(rest, found, scheduler, first, (record) => {
		while (searched < numbers.length && (numbers[searched] ?? 0) <= record) {
			searched++;
		}
		ofBoth(numbers.length + searched);
	});
	return found;
}

/**
 * Searches the dictionaries first and then the file. In the file, skips columns with a dictionary and records that
 * already match.
 */
async function findWritten(
	snapshot: Snapshot,
	text: string,
	{ numbers, columns, first = false, onProgress, places }: Omit<AnywhereOptions, 'shown'>,
	scheduler: Scheduler,
): Promise<Bitset> {
	const search = new TextSearch(text);
	const found = new Bitset(snapshot.records);
	const rest = new Bitset(snapshot.records);
	const counts = columns && new Set(columns);
	const searched = snapshot.allColumns.filter((_, column) => counts?.has(column) ?? true);
	const inDictionary = await dictionaryMatches(searched, search, scheduler);
	let done = inDictionary.length === 0 && numbers.length === snapshot.records;
	if (done) {
		rest.addRange(0, snapshot.records);
	}
	await scheduler.forEachBatch(done ? 0 : numbers.length, (from, to) => {
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
	if (!isInFile(searched, search)) {
		return found;
	}
	const elsewhere = snapshot.allColumns.filter((_, column) => counts?.has(column) === false);
	const others = await mayHold(elsewhere, search, scheduler);
	const options = { snapshot, search, only: rest, found, first, columns: others ? counts : undefined };
	await places.texts.lend((finder) => searchBlocks(options, numbers, finder, scheduler, onProgress));
	return found;
}

async function searchBlocks(
	options: BlockSearchOptions,
	numbers: Uint32Array,
	finder: TextFinder,
	scheduler: Scheduler,
	onProgress: AnywhereOptions['onProgress'],
): Promise<void> {
	const { snapshot, search, only } = options;
	const others = isWrittenAsIs(snapshot, search) ? search.beyondAscii() : undefined;
	const scan = others ? new ByteSearch(options, others, finder) : new BlockSearch(options);
	let searched = 0;
	await snapshot.table.scanBlocks(
		async (block) => {
			const goOn = await scan.block(block, scheduler);
			if (onProgress) {
				while (searched < numbers.length && (numbers[searched] ?? 0) < block.end) {
					searched++;
				}
				onProgress(searched);
			}
			return goOn;
		},
		{ signal: scheduler.signal, records: snapshot.records, only },
	);
}

function isInFile(columns: Snapshot['allColumns'], { text }: TextSearch): boolean {
	const isOfNumbers = /^[\d :-]*$/.test(text);
	return columns.some(({ values }) => values.kind === 'raw' || (values.kind === 'number' && isOfNumbers));
}

async function mayHold(columns: Snapshot['allColumns'], search: TextSearch, scheduler: Scheduler): Promise<boolean> {
	return isInFile(columns, search) || (await dictionaryMatches(columns, search, scheduler)).length > 0;
}

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

async function dictionaryMatches(
	columns: Snapshot['allColumns'],
	search: TextSearch,
	scheduler: Scheduler,
): Promise<Matches[]> {
	const matches: Matches[] = [];
	for (const { values } of columns) {
		if (values.kind === 'dictionary') {
			const { codes, size } = values;
			const mask = new Uint8Array(size);
			let any = false;
			await scheduler.forEachBatch(
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

/** Number of bytes to search as one string. V8 doesn't allocate longer strings in its fast young generation. */
const textBytes = 32 * 1024;

/** Searches the file for a byte pattern, block by block. Decodes only records whose bytes may match. */
class BlockSearch {
	private readonly pattern: RegExp | undefined;
	private readonly isCsv: boolean;

	constructor(private readonly options: BlockSearchOptions) {
		const { snapshot, search } = options;
		this.isCsv = snapshot.table.format === 'csv';
		this.pattern = search.candidates(snapshot.table.format);
	}

	async block(block: RecordBlock, scheduler: Scheduler): Promise<boolean> {
		if (!this.pattern) {
			return this.byRecord(block, scheduler);
		}
		for (let first = block.first; first < block.end; ) {
			const part = this.partFrom(block, first);
			if (!(await this.byPattern(this.pattern, part, scheduler))) {
				return false;
			}
			first = part.end;
		}
		return true;
	}

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

	private async byPattern(pattern: RegExp, block: RecordBlock, scheduler: Scheduler): Promise<boolean> {
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
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		return true;
	}

	private async byRecord(block: RecordBlock, scheduler: Scheduler): Promise<boolean> {
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
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		return true;
	}

	/**
	 * Returns false if the record can't contain the text. The text has non-ASCII characters, which match only non-ASCII
	 * bytes or escape sequences.
	 */
	private mayHold(bytes: Buffer, start: number, end: number): boolean {
		const record = bytes.subarray(start, end);
		return !isAscii(record) || (!this.isCsv && record.includes('\\u'));
	}

	/** Returns true if the match is certain: it is in a CSV value, and no combining character follows it. */
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
