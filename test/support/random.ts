/** Deterministic pseudorandom number generator (mulberry32). */
export class Random {
	constructor(private state: number) {}

	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

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

/**
 * Returns a random number with a Poisson distribution (Knuth's algorithm). Large means are split, because e^-700 is 0.
 */
export function poisson(random: Random, mean: number): number {
	let [left, count] = [mean, 0];
	while (left > 0) {
		const part = Math.min(left, 200);
		left -= part;
		for (let product = random.next(); product > Math.exp(-part); product *= random.next()) {
			count++;
		}
	}
	return count;
}
