import type { ColumnMetaData, PageHeader } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { Scheduler } from '../../../common/scheduler';
import { type ByteSource, readBytes } from '../format/byteSource';
import { damaged, unsupported } from '../format/fault';
import { thriftEnd } from '../format/thriftEnd';
import { maxPageBytes } from './pageBudget';

/** Maximum and minimum size of the read buffer for one column, and maximum total size of all read buffers, in bytes. */
const largestWindow = 64 * 1024;
const leastWindow = 512;
const allWindows = 32 * 1024 * 1024;

export function windowBytesFor(columns: number): number {
	return Math.max(leastWindow, Math.min(largestWindow, Math.floor(allWindows / columns)));
}

const maxHeaderBytes = 4 * 1024 * 1024;
const maxHeaderValues = 1000;

export interface StoredPage {
	readonly header: PageHeader;
	readonly bytes: Buffer;
}

export class PageStream {
	private offset: number;
	private readonly end: number;
	private window: { readonly offset: number; readonly bytes: Buffer } = { offset: 0, bytes: Buffer.alloc(0) };

	/** @throws ParquetError */
	constructor(
		private readonly source: ByteSource,
		{ data_page_offset, dictionary_page_offset, total_compressed_size }: ColumnMetaData,
		private readonly scheduler: Scheduler,
		private readonly windowBytes: number,
	) {
		const data = Number(data_page_offset);
		const dictionary = Number(dictionary_page_offset ?? 0);
		// Some writers set the dictionary offset to 0 if the column chunk has no dictionary.
		this.offset = dictionary > 0 && dictionary < data ? dictionary : data;
		this.end = Math.min(source.length, this.offset + Number(total_compressed_size));
		if (!(this.offset >= 0 && this.end >= this.offset)) {
			throw damaged('column chunk');
		}
	}

	async next(): Promise<StoredPage | undefined> {
		if (this.offset >= this.end) {
			return undefined;
		}
		const header = await this.header();
		const length = header.compressed_page_size;
		const sizes = [length, header.uncompressed_page_size];
		if (sizes.some((size) => !(size >= 0)) || this.offset + length > this.end) {
			throw damaged('page');
		}
		if (sizes.some((size) => size > maxPageBytes)) {
			throw unsupported('page size');
		}
		const bytes = await this.take(length);
		this.offset += length;
		return { header, bytes };
	}

	private async header(): Promise<PageHeader> {
		for (let length = Math.min(this.windowBytes, this.end - this.offset); ; length *= 4) {
			const isLast = length >= Math.min(maxHeaderBytes, this.end - this.offset);
			const bytes = await this.take(Math.min(length, this.end - this.offset));
			const { result } = await this.scheduler.run(thriftEnd(bytes, maxHeaderValues));
			if (result === undefined && isLast) {
				throw damaged('page');
			}
			if (result !== undefined) {
				this.offset += result;
				return parse(bytes.subarray(0, result));
			}
		}
	}

	private async take(length: number): Promise<Buffer> {
		const { window } = this;
		const start = this.offset - window.offset;
		if (start < 0 || start + length > window.bytes.length) {
			// Fills the buffer, which can contain several small pages with their headers.
			const bytes = Math.min(Math.max(length, this.windowBytes), this.end - this.offset);
			this.window = { offset: this.offset, bytes: await readBytes(this.source, this.offset, bytes) };
			const whole = this.window.bytes.subarray(0, length);
			if (length > this.windowBytes) {
				this.window = { offset: 0, bytes: Buffer.alloc(0) };
			}
			return whole;
		}
		return window.bytes.subarray(start, start + length);
	}
}

function parse(bytes: Buffer): PageHeader {
	try {
		return parquetHeader({ view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 });
	} catch {
		throw damaged('page');
	}
}
