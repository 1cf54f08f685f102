/** Deterministic pseudorandom number generator (mulberry32). */
export class Random {
	/** @param {number} seed */
	constructor(seed) {
		this.state = seed;
	}

	next() {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** @param {number} limit */
	below(limit) {
		return Math.floor(this.next() * limit);
	}

	/**
	 * @template T
	 * @param {readonly T[]} items
	 */
	pick(items) {
		return at(items, this.below(items.length));
	}

	/**
	 * @template T
	 * @param {readonly T[]} items
	 */
	pickSkewed(items) {
		return at(items, Math.min(items.length - 1, Math.floor(items.length ** this.next()) - 1));
	}

	/** @param {number} count */
	digits(count) {
		let text = String(1 + this.below(9));
		while (text.length < count) {
			text += this.below(10);
		}
		return text;
	}

	/** @param {number} count */
	hex(count) {
		let text = '';
		while (text.length < count) {
			text += this.below(16).toString(16);
		}
		return text;
	}
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {number} index
 */
function at(items, index) {
	const item = items[index];
	if (item === undefined) throw new RangeError(`no item ${index} of ${items.length}`);
	return item;
}
