/** Repeatable randomness: the same seed gives the same cases. */
export class Random {
	constructor(private state: number) {}

	/** 0 to 1, without 1 (mulberry32). */
	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** 0 to `limit`, without `limit`. */
	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(items: readonly [T, ...T[]]): T {
		return items[this.below(items.length)] ?? items[0];
	}

	times<T>(count: number, make: (index: number) => T): T[] {
		return Array.from({ length: count }, (_, index) => make(index));
	}

	/** The bytes in pieces of one to `longest` bytes, some of them empty. */
	cut(bytes: Uint8Array, longest: number): Uint8Array[] {
		const pieces: Uint8Array[] = [];
		for (let at = 0; at < bytes.length; ) {
			const length = this.chance(0.05) ? 0 : 1 + this.below(longest);
			pieces.push(bytes.subarray(at, at + length));
			at += length;
		}
		return pieces;
	}
}
