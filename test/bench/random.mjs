/** Repeatable randomness (mulberry32). */
export class Random {
	constructor(seed) {
		this.state = seed;
	}

	next() {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	below(limit) {
		return Math.floor(this.next() * limit);
	}

	pick(items) {
		return items[this.below(items.length)];
	}

	/** The first of them most often, as errors and models are. */
	pickSkewed(items) {
		return items[Math.min(items.length - 1, Math.floor(items.length ** this.next()) - 1)];
	}

	digits(count) {
		let text = String(1 + this.below(9));
		while (text.length < count) {
			text += this.below(10);
		}
		return text;
	}

	hex(count) {
		let text = '';
		while (text.length < count) {
			text += this.below(16).toString(16);
		}
		return text;
	}
}
