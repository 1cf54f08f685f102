import { ByteWriter } from 'hyparquet-writer';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import { itemsPerYield } from '../../../common/cooperativeTask';
import type { Scheduler } from '../../../common/scheduler';
import type { ChunkFacts, ChunkWriter } from './chunkWriter';
import type { ParquetColumnType } from './columnType';
import { NumberBounds, NumberPage } from './numberPage';
import { type Bounds, TextBounds, TextPage, type ValuePage } from './textPage';

/** Target size of an uncompressed page in bytes. */
const pageBytes = 1_048_576;
/** Minimum length of long text, in UTF-16 code units. After each long text, the scheduler is checked. */
const longText = 16_384;
const lengthBytes = 4;
const numberBytes = 8;

/** Value in `rows` that represents null. */
const none = -1;

export class ColumnChunk {
	private readonly places = new Map<string, number>();
	private readonly texts: string[] = [];
	private readonly rows: number[] = [];
	private allLength = 0;
	private textsLength = 0;

	constructor(private readonly type: ParquetColumnType) {}

	add(text: string): void {
		const { type } = this;
		if (type !== 'text' && text === '') {
			this.rows.push(none);
			return;
		}
		let place = this.places.get(text);
		const length = type === 'text' ? text.length + lengthBytes : numberBytes;
		if (place === undefined) {
			place = this.texts.length;
			this.places.set(text, place);
			this.texts.push(text);
			this.textsLength += length;
		}
		this.rows.push(place);
		this.allLength += length;
	}

	/** @throws AppError `cancelled`, `disk` or `unreadable` */
	async write(pages: ChunkWriter, scheduler: Scheduler): Promise<ChunkFacts> {
		const { page, bounds } = pageOf(this.type);
		await (this.isWorthDictionary()
			? this.writeDictionary(pages, page, scheduler)
			: this.writePlain(pages, page, scheduler));
		return pages.facts(bounds, this.rows.filter((place) => place === none).length);
	}

	/**
	 * Returns true if a dictionary at least halves the size. Smaller savings aren't worthwhile, because compression also
	 * removes repetitions.
	 */
	private isWorthDictionary(): boolean {
		const { type, textsLength, rows, bitWidth, allLength } = this;
		return type !== 'boolean' && allLength > 0 && 2 * (textsLength + (rows.length * bitWidth) / 8) <= allLength;
	}

	private get bitWidth(): number {
		return Math.ceil(Math.log2(this.texts.length));
	}

	private async writeDictionary(pages: ChunkWriter, page: ValuePage, scheduler: Scheduler): Promise<void> {
		for (const text of this.texts) {
			page.add(text);
			if (mayRest(page, text) && scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
		await pages.dictionaryPage(page.count, page.bytes);
		const places = new ByteWriter();
		places.appendUint8(this.bitWidth);
		const present = this.type === 'text' ? this.rows : this.rows.filter((place) => place !== none);
		writeRleBitPackedHybrid(places, present, this.bitWidth);
		await pages.dataPage('RLE_DICTIONARY', this.rows.length, this.withLevels(0, this.rows.length, places.getBytes()));
	}

	private async writePlain(pages: ChunkWriter, page: ValuePage, scheduler: Scheduler): Promise<void> {
		let first = 0;
		const write = async (end: number) => {
			await pages.dataPage('PLAIN', end - first, this.withLevels(first, end, page.bytes));
			page.clear();
			first = end;
		};
		for (const [row, place] of this.rows.entries()) {
			const text = place === none ? '' : (this.texts[place] ?? '');
			if (place !== none) {
				page.add(text);
			}
			if (mayRest(page, text) && scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
			if (page.bytes.length >= pageBytes) {
				await write(row + 1);
			}
		}
		if (first < this.rows.length) {
			await write(this.rows.length);
		}
	}

	/** Inserts definition levels before the values of a typed column. The levels show which rows have a value. */
	private withLevels(first: number, end: number, values: Uint8Array): Uint8Array {
		if (this.type === 'text') {
			return values;
		}
		const levels = new ByteWriter();
		writeRleBitPackedHybrid(
			levels,
			this.rows.slice(first, end).map((place) => (place === none ? 0 : 1)),
			1,
		);
		const length = Buffer.alloc(lengthBytes);
		length.writeUInt32LE(levels.offset);
		return Buffer.concat([length, levels.getBytes(), values]);
	}
}

function pageOf(type: ParquetColumnType): { readonly page: ValuePage; readonly bounds: Bounds } {
	if (type === 'text') {
		const bounds = new TextBounds();
		return { page: new TextPage(bounds), bounds };
	}
	const bounds = new NumberBounds();
	return { page: new NumberPage(type, bounds), bounds };
}

/** Returns true if it is time to check the scheduler. A check takes as long as writing a few short values. */
function mayRest({ count }: ValuePage, { length }: string): boolean {
	return count % itemsPerYield === 0 || length >= longText;
}
