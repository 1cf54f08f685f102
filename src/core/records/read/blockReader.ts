import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import { type ReadableFile, readFully } from '../../files/readableFile';
import type { FileIndex } from '../table/fileIndex';
import type { RecordBlock, ScanOptions } from '../table/table';

/** Block size in bytes, which is large enough for fast reading and small enough to let other queries run. */
const blockBytes = 512 * 1024;

/** Records are read together if the gap between them is smaller than this number of bytes. */
const nearBytes = 64 * 1024;

/**
 * Number of blocks to read at the same time. It must be less than four, which is the number of file access threads in
 * Node.js.
 */
const blocksAhead = 3;

interface BlockPlace {
	readonly first: number;
	readonly end: number;
}

type RecordRanges = Pick<FileIndex, 'records' | 'start' | 'length'>;

export class BlockReader {
	constructor(
		private readonly path: string,
		private readonly handle: ReadableFile,
		private readonly places: RecordRanges,
	) {}

	/** Yields complete records in one pass over the file. Reads the next blocks while the caller processes a block. */
	async *blocks({ signal, records = this.places.records, only }: ScanOptions): AsyncGenerator<RecordBlock, void, void> {
		const wanted = (number: number) => only?.has(number) ?? true;
		const spare: Buffer[] = [];
		const reading: { readonly block: BlockPlace; readonly bytes: Promise<Buffer> }[] = [];
		let next = this.blockFrom(0, records, wanted);
		const readAhead = () => {
			// If records are so long that each fills a block, only the current and the next block are in memory.
			while (
				next &&
				(reading.length === 0 || (reading.length < blocksAhead && reading.every(isUsual) && isUsual({ block: next })))
			) {
				const bytes = this.read(next.first, next.end, spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes));
				// Prevents an unhandled rejection. If no earlier block fails, the error is thrown when this block is awaited.
				bytes.catch(() => undefined);
				reading.push({ block: next, bytes });
				next = this.blockFrom(next.end, records, wanted);
			}
		};
		const isUsual = ({ block: { first, end } }: { readonly block: BlockPlace }) =>
			this.endOf(end - 1) - this.places.start(first) <= blockBytes;
		try {
			readAhead();
			for (let current = reading.shift(); current; current = reading.shift()) {
				const bytes = await current.bytes;
				throwIfAborted(signal);
				readAhead();
				yield { ...current.block, bytes, offset: this.places.start(current.block.first) };
				if (bytes.buffer.byteLength === blockBytes) {
					spare.push(wholeOf(bytes));
				}
			}
		} finally {
			// If the caller stops early, the pending reads must end first, because they use the file handle and the buffers.
			await Promise.allSettled(reading.map(({ bytes }) => bytes));
		}
	}

	async records(numbers: readonly number[], signal: AbortSignal): Promise<Buffer[]> {
		const found = new Map<number, Buffer>();
		const ordered = [...new Set(numbers)].sort((a, b) => a - b);
		for (let index = 0; index < ordered.length; ) {
			throwIfAborted(signal);
			const reads: Promise<void>[] = [];
			// At most four reads run at the same time, because Node.js has four threads for file access by default.
			while (index < ordered.length && reads.length < 4) {
				const group = this.groupFrom(ordered, index);
				index += group.length;
				reads.push(this.readGroup(group, found));
			}
			await Promise.all(reads);
		}
		return numbers.map((number) => found.get(number) ?? Buffer.alloc(0));
	}

	private async readGroup(group: readonly number[], found: Map<number, Buffer>): Promise<void> {
		const first = group[0] ?? 0;
		const bytes = await this.read(first, (group.at(-1) ?? first) + 1, undefined);
		const offset = this.places.start(first);
		for (const number of group) {
			const start = this.places.start(number) - offset;
			found.set(number, bytes.subarray(start, start + this.places.length(number)));
		}
	}

	private groupFrom(ordered: readonly number[], index: number): number[] {
		const group = [ordered[index] ?? 0];
		const limit = this.places.start(group[0] ?? 0) + blockBytes;
		for (let next = index + 1; next < ordered.length; next++) {
			const number = ordered[next] ?? 0;
			const last = group.at(-1) ?? 0;
			const start = this.places.start(number);
			if (start - this.endOf(last) > nearBytes || start + this.places.length(number) > limit) {
				break;
			}
			group.push(number);
		}
		return group;
	}

	private blockFrom(start: number, records: number, wanted: (number: number) => boolean): BlockPlace | undefined {
		let first = start;
		while (first < records && !wanted(first)) {
			first++;
		}
		if (first === records) {
			return undefined;
		}
		const limit = this.places.start(first) + blockBytes;
		let end = first + 1;
		for (let next = end; next < records && this.endOf(next) <= limit; next++) {
			if (wanted(next)) {
				end = next + 1;
			} else if (this.places.start(next) - this.endOf(end - 1) > nearBytes) {
				break;
			}
		}
		return { first, end };
	}

	private endOf(number: number): number {
		return this.places.start(number) + this.places.length(number);
	}

	private read(first: number, end: number, into: Buffer | undefined): Promise<Buffer> {
		const start = this.places.start(first);
		const length = this.endOf(end - 1) - start;
		const bytes = into && into.length >= length ? into.subarray(0, length) : Buffer.allocUnsafeSlow(length);
		// If the file was truncated, `readFully` returns fewer bytes than requested.
		return onDisk(this.path, () => readFully(this.handle, bytes, start));
	}
}

function wholeOf(bytes: Buffer): Buffer {
	return Buffer.from(bytes.buffer, 0, bytes.buffer.byteLength);
}
