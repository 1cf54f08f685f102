import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import type { FileIndex } from '../table/fileIndex';
import type { RecordBlock, ScanOptions } from '../table/table';
import type { ReadableFile } from './readableFile';

/** Large enough for the disk, small enough that other questions are answered between two. */
const blockBytes = 512 * 1024;

/** Records this near to each other are read together with what is between them. */
const nearBytes = 64 * 1024;

/** Blocks that are read at the same time: the system's own threads for files are four. */
const blocksAhead = 3;

/** Which records a block has, the second number exclusive. */
interface BlockPlace {
	readonly first: number;
	readonly end: number;
}

type Places = Pick<FileIndex, 'records' | 'start' | 'length'>;

/** Reads records of a file by their offsets. The caller owns the handle. */
export class BlockReader {
	constructor(
		private readonly path: string,
		private readonly handle: ReadableFile,
		private readonly places: Places,
	) {}

	/** One pass over whole records in blocks; the next blocks are read while one is visited. */
	async *blocks({ signal, records = this.places.records, only }: ScanOptions): AsyncGenerator<RecordBlock, void, void> {
		const wanted = (number: number) => only?.has(number) ?? true;
		const spare: Buffer[] = [];
		const reading: { readonly block: BlockPlace; readonly bytes: Promise<Buffer> }[] = [];
		let next = this.blockFrom(0, records, wanted);
		const readAhead = () => {
			// Of blocks of one long record there are two in memory at most: the one that is visited and the next.
			while (
				next &&
				(reading.length === 0 || (reading.length < blocksAhead && reading.every(isUsual) && isUsual({ block: next })))
			) {
				const bytes = this.read(next.first, next.end, spare.pop() ?? Buffer.allocUnsafeSlow(blockBytes));
				// Whoever comes to this block hears of it; nobody does when an earlier one failed.
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
			// Somebody stopped early: nothing may be written into a buffer or read from the handle after that.
			await Promise.allSettled(reading.map(({ bytes }) => bytes));
		}
	}

	/** Some records anywhere, each as its own bytes, in the order asked for. */
	async records(numbers: readonly number[], signal: AbortSignal): Promise<Buffer[]> {
		const found = new Map<number, Buffer>();
		const ordered = [...new Set(numbers)].sort((a, b) => a - b);
		for (let index = 0; index < ordered.length; ) {
			throwIfAborted(signal);
			const reads: Promise<void>[] = [];
			// A few at a time: the system's own threads for files are four.
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

	/** Neighbours in the file, from `ordered[index]` on. */
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

	/** @param into Used if it is large enough. */
	private read(first: number, end: number, into: Buffer | undefined): Promise<Buffer> {
		const start = this.places.start(first);
		const length = this.endOf(end - 1) - start;
		const bytes = into && into.length >= length ? into.subarray(0, length) : Buffer.allocUnsafeSlow(length);
		return onDisk(this.path, async () => {
			let filled = 0;
			for (let read = -1; read !== 0 && filled < length; filled += read) {
				read = (await this.handle.read(bytes, filled, length - filled, start + filled)).bytesRead;
			}
			// Less only if somebody cut the file: what is gone is empty.
			return bytes.subarray(0, filled);
		});
	}
}

function wholeOf(bytes: Buffer): Buffer {
	return Buffer.from(bytes.buffer, 0, bytes.buffer.byteLength);
}
