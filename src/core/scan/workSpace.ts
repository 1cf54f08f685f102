import type { ScannerInstance } from './scannerInstance';

/** Two buffers in scanner memory: one for the bytes to scan, and one for decoded values. */
export class WorkSpace {
	base: number;
	length = 0;
	private scratch: number;

	constructor(
		private readonly instance: ScannerInstance,
		private capacity: number,
	) {
		this.base = instance.allocate(this.capacity);
		this.scratch = instance.allocate(this.capacity);
		instance.scanner.setScratch(this.scratch);
	}

	reserve(length: number): void {
		if (length <= this.capacity) {
			return;
		}
		const { instance, base, capacity, scratch } = this;
		this.capacity = Math.max(length, 2 * capacity);
		this.base = instance.allocate(this.capacity);
		instance.bytes.copyWithin(this.base, base, base + this.length);
		instance.release(base, capacity);
		instance.release(scratch, capacity);
		this.scratch = instance.allocate(this.capacity);
		instance.scanner.setScratch(this.scratch);
	}

	push(bytes: Uint8Array): void {
		this.reserve(this.length + bytes.length);
		this.instance.bytes.set(bytes, this.base + this.length);
		this.length += bytes.length;
	}

	replace(bytes: Uint8Array): void {
		this.length = 0;
		this.push(bytes);
	}

	drop(start: number): void {
		this.instance.bytes.copyWithin(this.base, this.base + start, this.base + this.length);
		this.length -= start;
	}

	begins(bytes: Uint8Array): boolean {
		return this.instance.bytes.subarray(this.base, this.base + Math.min(this.length, bytes.length)).equals(bytes);
	}

	fits(length: number): boolean {
		return this.length + length <= this.capacity;
	}
}
