import { asBuffer } from '../../common/asBuffer';
import { carriageReturn, comma, lineFeed, quote } from '../../common/ascii';
import { ByteOrderMark } from '../../files/byteOrderMark';
import type { RecordScan } from './recordScan';

/** How far a quoted value is searched byte by byte before a native search pays for its call; measured. */
const nativeSearchAfter = 32;

/** The longest header kept. All fields of the service document make 383 bytes. */
const maxHeaderBytes = 64 * 1024;

/** `quoteSeen`: a quote inside quotes, which ends the value unless another one follows (RFC 4180, section 2.7). */
type Place = 'unquoted' | 'quoted' | 'quoteSeen';

/**
 * Counts the records of a CSV that arrives as bytes in pieces of any size, and keeps the header's bytes.
 *
 * Like csv-parse with `relax_quotes` it takes LF, CRLF and CR as line ends, opens quotes at the start of a value only,
 * and takes what follows a closing quote as part of the value. An empty line is a record with an empty cell where the
 * header has one column, and nothing where it has more.
 */
export class CsvScan implements RecordScan {
	/** Every text is a CSV of some kind. */
	readonly malformed = false;
	private readonly mark = new ByteOrderMark();
	private place: Place = 'unquoted';
	/** The byte before the next one. */
	private previous = 0;
	/** Bytes taken so far. */
	private offset = 0;
	/** Where the current record began. */
	private recordStart = 0;
	/** Separators in the current record. */
	private commas = 0;
	/** Once the header is whole: its cells and the offset of its line end. */
	private headerRow: { readonly columns: number; readonly end: number } | undefined;
	private count = 0;
	private raggedCount = 0;
	private readonly headerParts: Uint8Array[] = [];

	get rows(): number {
		return this.count;
	}

	/** Records with more or fewer cells than the header. */
	get ragged(): number {
		return this.raggedCount;
	}

	/**
	 * The bytes up to the header's line end, a byte order mark and empty lines before it included. Undefined until the
	 * header is whole, and when it is too long to be one.
	 */
	get header(): Uint8Array | undefined {
		if (!this.headerRow || this.headerRow.end > maxHeaderBytes) {
			return undefined;
		}
		return Buffer.concat(this.headerParts).subarray(0, this.headerRow.end);
	}

	/** Cells of the header, once it is whole. */
	get columns(): number | undefined {
		return this.headerRow?.columns;
	}

	push(chunk: Uint8Array): void {
		if (!this.headerRow && this.offset < maxHeaderBytes) {
			// Copied, since the chunk's owner may use its memory again. A Buffer's own `slice` would not copy.
			this.headerParts.push(Buffer.from(chunk.subarray(0, maxHeaderBytes - this.offset)));
		}
		this.scan(chunk);
		this.offset += chunk.length;
		this.previous = chunk.at(-1) ?? this.previous;
	}

	/** Ends the last record if no line end did. */
	end() {
		if (this.place === 'quoted') {
			return 'quoteNotClosed';
		}
		if (this.offset === this.recordStart) {
			return 'whole';
		}
		const cells = this.commas + 1;
		this.endRecord(this.offset);
		return this.headerRow && cells < this.headerRow.columns ? 'recordNotFinished' : 'whole';
	}

	private scan(chunk: Uint8Array): void {
		let index = this.mark.skip(chunk);
		if (this.recordStart < this.mark.length) {
			this.recordStart = this.mark.length;
		}
		while (index < chunk.length) {
			switch (this.place) {
				case 'unquoted':
					index = this.scanUnquoted(chunk, index);
					break;
				case 'quoted':
					index = this.scanQuoted(chunk, index);
					break;
				case 'quoteSeen':
					if (chunk[index] === quote) {
						this.place = 'quoted';
						index++;
					} else {
						this.place = 'unquoted';
					}
					break;
			}
		}
	}

	/** Goes to the end of the chunk or just behind an opening quote. */
	private scanUnquoted(chunk: Uint8Array, start: number): number {
		for (let index = start; index < chunk.length; index++) {
			const byte = chunk[index] ?? 0;
			if (byte > comma) {
				continue;
			}
			if (byte === comma) {
				this.commas++;
			} else if (byte === quote) {
				if (this.startsValue(chunk, index)) {
					this.place = 'quoted';
					return index + 1;
				}
			} else if (byte === lineFeed) {
				// The second half of CRLF: the first has ended the record.
				if (this.before(chunk, index) === carriageReturn) {
					this.recordStart = this.offset + index + 1;
				} else {
					this.endRecord(this.offset + index);
				}
			} else if (byte === carriageReturn) {
				this.endRecord(this.offset + index);
			}
		}
		return chunk.length;
	}

	/** Goes to the end of the chunk or just behind the next quote. */
	private scanQuoted(chunk: Uint8Array, start: number): number {
		const near = Math.min(chunk.length, start + nativeSearchAfter);
		let index = start;
		while (index < near && chunk[index] !== quote) {
			index++;
		}
		if (index === near) {
			index = asBuffer(chunk).indexOf(quote, near);
			if (index === -1) {
				return chunk.length;
			}
		}
		this.place = 'quoteSeen';
		return index + 1;
	}

	private startsValue(chunk: Uint8Array, index: number): boolean {
		return this.offset + index === this.recordStart || this.before(chunk, index) === comma;
	}

	private before(chunk: Uint8Array, index: number): number {
		return (index === 0 ? undefined : chunk[index - 1]) ?? this.previous;
	}

	/** @param end Offset of the line end. */
	private endRecord(end: number): void {
		const blank = end === this.recordStart;
		if (this.headerRow) {
			const counts = !blank || this.headerRow.columns === 1;
			this.count += counts ? 1 : 0;
			this.raggedCount += counts && this.commas + 1 !== this.headerRow.columns ? 1 : 0;
		} else if (!blank) {
			this.headerRow = { columns: this.commas + 1, end };
		}
		this.recordStart = end + 1;
		this.commas = 0;
	}
}
