import { isAscii } from 'node:buffer';
import type { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import { mostFound, type TextFinder } from '../../../scan/textFinder';
import type { RecordBlock } from '../../table/table';
import type { Snapshot } from '../execution/snapshot';
import type { TextSearch } from '../values/textSearch';

export interface BlockSearchOptions {
	readonly snapshot: Snapshot;
	readonly search: TextSearch;
	readonly only: Bitset;
	readonly found: Bitset;
	readonly first: boolean;
	/** Columns to search. Undefined if all columns are searched or if matches in other columns can't occur. */
	readonly columns: ReadonlySet<number> | undefined;
}

/** Number of matches to process between two yields. Processing them takes less than a millisecond. */
const placesAtOnce = 256;

type Sign = 'has' | 'hasNot' | 'asksForValues';

export function isWrittenAsIs({ table }: Snapshot, search: TextSearch): boolean {
	const { isAscii, text } = search;
	return table.format === 'csv' && isAscii && text.length <= mostFound && !text.includes('"');
}

/** Searches the bytes of a file for text. Decodes a record only if non-ASCII bytes could change the result. */
export class ByteSearch {
	private readonly text: string;
	private readonly isWithinCells: boolean;

	/** @param others Non-ASCII characters that can match a part of the text (see `TextSearch.beyondAscii`). */
	constructor(
		private readonly options: BlockSearchOptions,
		private readonly others: readonly string[],
		private readonly finder: TextFinder,
	) {
		this.text = options.search.text;
		this.isWithinCells = !/[\t\n\r,;|]/.test(this.text);
	}

	async block(block: RecordBlock, scheduler: Scheduler): Promise<boolean> {
		let goOn = await this.each(this.text, block, scheduler, (...place) => this.signOf(...place));
		if (this.others.length > 0 && !isAscii(block.bytes)) {
			for (const other of this.others) {
				// Records without a match so far may contain another form of the text, for example with other capitalization.
				goOn = (await this.each(other, block, scheduler, () => 'asksForValues')) && goOn;
			}
		}
		return goOn;
	}

	/** Processes the records that contain the text. Returns false if the search can stop. */
	private async each(
		text: string,
		{ first, end: behind, bytes, offset }: RecordBlock,
		scheduler: Scheduler,
		signOf: (record: number, bytes: Buffer, start: number, end: number, at: number) => Sign,
	): Promise<boolean> {
		const { finder } = this;
		const { snapshot, only, found, first: isOneEnough } = this.options;
		const { table } = snapshot;
		finder.begin(text);
		finder.take(bytes);
		let record = first;
		let places = 0;
		for (let at = finder.next(0); at !== undefined; ) {
			while (record + 1 < behind && table.start(record + 1) <= offset + at) {
				record++;
			}
			const start = table.start(record) - offset;
			const end = start + table.length(record);
			let isDone = at < end;
			if (isDone && only.has(record) && !found.has(record)) {
				const sign = signOf(record, bytes, start, end, at);
				isDone = sign !== 'hasNot';
				if (sign === 'has' || (sign === 'asksForValues' && isInValues(this.options, record, bytes, start, end))) {
					found.add(record);
					if (isOneEnough) {
						return false;
					}
				}
			}
			places++;
			if (places % placesAtOnce === 0 && scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
			at = finder.next(isDone ? end : at + 1);
		}
		return true;
	}

	private signOf(record: number, bytes: Buffer, start: number, end: number, at: number): Sign {
		const { table } = this.options.snapshot;
		const { columns } = this.options;
		const to = at + this.text.length;
		if (to > end) {
			return 'hasNot';
		}
		// A combining character after the match belongs to its last letter, so the values must be decoded.
		if (to < end && (bytes[to] ?? 0) >= 0x80) {
			return 'asksForValues';
		}
		if (columns === undefined && this.isWithinCells && !table.broken.has(record)) {
			return 'has';
		}
		const column = table.columnAt(record, bytes.subarray(start, end), at - start, to - start);
		return column !== undefined && (columns?.has(column) ?? true) ? 'has' : 'hasNot';
	}
}

export function isInValues(
	{ snapshot, search, columns }: BlockSearchOptions,
	record: number,
	bytes: Buffer,
	start: number,
	end: number,
): boolean {
	const values = snapshot.table.decode(record, bytes, start, end);
	return values.some((value, column) => (columns?.has(column) ?? true) && search.inText(value));
}
