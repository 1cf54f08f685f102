import type { Machine } from './machine';

/**
 * The bytes of a file that wait to be scanned, in a machine's memory, and as much room again where cells are written
 * whose text is not their value.
 */
export class WorkSpace {
	/** Address of the bytes. */
	base: number;
	/** How many there are. */
	length = 0;
	private scratch: number;

	/** @param capacity Bytes it has room for before it must take more memory. */
	constructor(
		private readonly machine: Machine,
		private capacity: number,
	) {
		this.base = machine.allocate(this.capacity);
		this.scratch = machine.allocate(this.capacity);
		machine.scanner.setScratch(this.scratch);
	}

	/** Makes room for so many bytes in all. */
	reserve(length: number): void {
		if (length <= this.capacity) {
			return;
		}
		const { machine, base, capacity, scratch } = this;
		this.capacity = Math.max(length, 2 * capacity);
		this.base = machine.allocate(this.capacity);
		machine.bytes.copyWithin(this.base, base, base + this.length);
		machine.release(base, capacity);
		machine.release(scratch, capacity);
		this.scratch = machine.allocate(this.capacity);
		machine.scanner.setScratch(this.scratch);
	}

	/** Adds bytes at the end. */
	push(bytes: Uint8Array): void {
		this.reserve(this.length + bytes.length);
		this.machine.bytes.set(bytes, this.base + this.length);
		this.length += bytes.length;
	}

	/** Takes these bytes only. */
	replace(bytes: Uint8Array): void {
		this.length = 0;
		this.push(bytes);
	}

	/** Forgets the bytes before `start`. */
	drop(start: number): void {
		this.machine.bytes.copyWithin(this.base, this.base + start, this.base + this.length);
		this.length -= start;
	}

	begins(bytes: Uint8Array): boolean {
		return this.machine.bytes.subarray(this.base, this.base + Math.min(this.length, bytes.length)).equals(bytes);
	}

	/** Whether so many more bytes can come without anything being moved. */
	fits(length: number): boolean {
		return this.length + length <= this.capacity;
	}
}
