import { ByteWriter } from 'hyparquet-writer';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { Pace } from '../../../common/pace';
import { stepsPerYield } from '../../../common/steps';
import type { ChunkFacts, ChunkWriter } from './chunkWriter';
import { TextBounds, TextPage } from './textPage';

/** So many bytes are compressed at a time. */
const pageBytes = 1_048_576;
/** Texts of such a length take as long as many others (UTF-16 units). */
const longText = 16_384;
/** Each text has its length before it (bytes). */
const lengthBytes = 4;

/** The texts of one column in a group of records. One that comes again is held once. */
export class ColumnChunk {
	private readonly places = new Map<string, number>();
	private readonly texts: string[] = [];
	/** Of each record, the place of its text. */
	private readonly rows: number[] = [];
	private allLength = 0;
	private textsLength = 0;

	add(text: string): void {
		let place = this.places.get(text);
		const length = text.length + lengthBytes;
		if (place === undefined) {
			place = this.texts.length;
			this.places.set(text, place);
			this.texts.push(text);
			this.textsLength += length;
		}
		this.rows.push(place);
		this.allLength += length;
	}

	/** @throws AppError `cancelled` or `disk` */
	async write(pages: ChunkWriter, pace: Pace): Promise<ChunkFacts> {
		const bounds = new TextBounds();
		await (this.isWorthDictionary()
			? this.writeDictionary(pages, new TextPage(bounds), pace)
			: this.writePlain(pages, new TextPage(bounds), pace));
		return pages.facts(bounds);
	}

	/** It has to save half of the bytes: what is compressed has its repetitions taken out once more. */
	private isWorthDictionary(): boolean {
		return 2 * (this.textsLength + (this.rows.length * this.bitWidth) / 8) <= this.allLength;
	}

	/** Of a place. */
	private get bitWidth(): number {
		return Math.ceil(Math.log2(this.texts.length));
	}

	private async writeDictionary(pages: ChunkWriter, page: TextPage, pace: Pace): Promise<void> {
		for (const text of this.texts) {
			page.add(text);
			if (mayRest(page, text) && pace.due) {
				await pace.rest();
			}
		}
		await pages.dictionaryPage(page.count, page.bytes);
		const places = new ByteWriter();
		places.appendUint8(this.bitWidth);
		writeRleBitPackedHybrid(places, this.rows, this.bitWidth);
		await pages.dataPage('RLE_DICTIONARY', this.rows.length, places.getBytes());
	}

	private async writePlain(pages: ChunkWriter, page: TextPage, pace: Pace): Promise<void> {
		for (const place of this.rows) {
			const text = this.texts[place] ?? '';
			page.add(text);
			if (mayRest(page, text) && pace.due) {
				await pace.rest();
			}
			if (page.bytes.length >= pageBytes) {
				await pages.dataPage('PLAIN', page.count, page.bytes);
				page.clear();
			}
		}
		if (page.count > 0) {
			await pages.dataPage('PLAIN', page.count, page.bytes);
		}
	}
}

/** To look at the clock takes as long as some short texts. */
function mayRest({ count }: TextPage, { length }: string): boolean {
	return count % stepsPerYield === 0 || length >= longText;
}
