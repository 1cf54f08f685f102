import type { Scheduler } from '../../common/scheduler';
import { onDisk } from '../../files/diskError';
import { type ReadableFile, readFully } from '../../files/readableFile';
import type { ByteSource } from '../parquet/format/byteSource';
import { unsupported } from '../parquet/format/fault';
import { isParquet } from '../parquet/format/footer';
import { ParquetRecords } from '../parquet/parquetRecords';
import type { TemporaryCopy } from './temporaryCopy';

const headBytes = 4;

/**
 * The larger of these limits applies to the size of the JSON text. Repeated values can make this text much larger than
 * the Parquet file, but the text of real records is rarely 60 times as large.
 */
const leastMaxBytes = 2 * 1024 ** 3;
const maxRatio = 200;

export async function isParquetFile(path: string, file: ReadableFile): Promise<boolean> {
	const head = Buffer.alloc(headBytes);
	const { bytesRead } = await onDisk(path, () => file.read(head, 0, headBytes, 0));
	return isParquet(head.subarray(0, bytesRead));
}

/** Converts a Parquet file to a temporary JSON file while the table is loading. */
export class ParquetCopy {
	share = 0;

	constructor(
		private readonly path: string,
		private readonly file: ReadableFile,
		private readonly bytes: number,
		private readonly copy: TemporaryCopy,
	) {}

	/** @throws ParquetError, or AppError `cancelled` or `disk` */
	async open(scheduler: Scheduler): Promise<ParquetRecords> {
		return ParquetRecords.open(this.source, scheduler);
	}

	/** Yields each piece of text after appending it to the temporary file. Throws the same errors as `open`. */
	async *chunks(records: ParquetRecords, scheduler: Scheduler): AsyncGenerator<Buffer, void, void> {
		let left = Math.max(leastMaxBytes, maxRatio * this.bytes);
		for await (const { text, share } of records.list(scheduler)) {
			const bytes = Buffer.from(text);
			left -= bytes.length;
			if (left < 0) {
				throw unsupported('size');
			}
			await this.copy.append(bytes);
			this.share = share;
			yield bytes;
		}
	}

	private get source(): ByteSource {
		const { path, file, bytes } = this;
		return {
			length: bytes,
			read: (offset, length) => onDisk(path, () => readFully(file, Buffer.allocUnsafeSlow(length), offset)),
		};
	}
}
