import { isAscii } from 'node:buffer';
import type { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import { mostFound, type TextFinder } from '../../../scan/textFinder';
import type { RecordBlock } from '../../table/table';
import type { TextSearch } from '../values/textSearch';
import type { Snapshot } from '../work/snapshot';

/** What is looked for in the blocks of a file, and where. */
export interface BlockSearchOptions {
	readonly snapshot: Snapshot;
	readonly search: TextSearch;
	/** Records that are of interest. */
	readonly only: Bitset;
	/** Those that have the text are added to it. */
	readonly found: Bitset;
	/** One of them is enough: the first, and there may be others. */
	readonly first: boolean;
	/** Columns whose values alone count; undefined where no other can have the text. */
	readonly columns: ReadonlySet<number> | undefined;
}

/** Places that are looked at before others have their turn: they take less than a millisecond. */
const placesAtOnce = 256;

/** What a place of the text in the bytes of a record says about its values. */
type Sign = 'has' | 'hasNot' | 'asksForValues';

/** Whether bytes tell where a text is: it stands in the table's file as it does in the values, and is not too long. */
export function isWrittenAsIs({ table }: Snapshot, search: TextSearch): boolean {
	const { isAscii, text } = search;
	return table.format === 'csv' && isAscii && text.length <= mostFound && !text.includes('"');
}

/**
 * Searches blocks of a file for a text that is written there as it is. Values are made only of records in which there is
 * more than ASCII where it matters.
 */
export class ByteSearch {
	private readonly text: string;
	/** No place of the text in the bytes is in more than one cell, or in none. */
	private readonly isWithinCells: boolean;

	/**
	 * @param others Characters that may stand for some of the text; see `TextSearch.beyondAscii`.
	 * @param finder Used by nobody else meanwhile.
	 */
	constructor(
		private readonly options: BlockSearchOptions,
		private readonly others: readonly string[],
		private readonly finder: TextFinder,
	) {
		this.text = options.search.text;
		this.isWithinCells = !/[\t\n\r,;|]/.test(this.text);
	}

	/** @returns false when enough was found. */
	async block(block: RecordBlock, pace: Pace): Promise<boolean> {
		let goOn = await this.each(this.text, block, pace, (...place) => this.signOf(...place));
		if (this.others.length > 0 && !isAscii(block.bytes)) {
			for (const other of this.others) {
				// Also where the text itself was found: this may be in a record before.
				goOn = (await this.each(other, block, pace, () => 'asksForValues')) && goOn;
			}
		}
		return goOn;
	}

	/** Goes through the records of a block in whose bytes some text is. @returns false when enough was found */
	private async each(
		text: string,
		{ first, end: behind, bytes, offset }: RecordBlock,
		pace: Pace,
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
			if (places % placesAtOnce === 0 && pace.due) {
				await pace.rest();
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
		// An accent that follows makes another letter of the last one.
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

/** Whether a value of the record has the text. @param start Of the record in the bytes. */
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
