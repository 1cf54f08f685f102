export class Bitset {
	private words: Uint32Array;

	constructor(capacity = 0) {
		this.words = new Uint32Array((capacity + 31) >>> 5);
	}

	/** @param words Result of `toWords`. The array is not copied. */
	static of(words: Uint32Array): Bitset {
		const bits = new Bitset();
		bits.words = words;
		return bits;
	}

	/** Returns the first `length` bits as words, with the least significant bit first. */
	toWords(length: number): Uint32Array {
		const words = new Uint32Array((length + 31) >>> 5);
		words.set(this.words.subarray(0, words.length));
		const last = length & 31;
		if (last !== 0) {
			words[words.length - 1] = (words.at(-1) ?? 0) & (2 ** last - 1);
		}
		return words;
	}

	get bytes(): number {
		return this.words.byteLength;
	}

	has(index: number): boolean {
		return ((this.words[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
	}

	add(index: number): void {
		const word = index >>> 5;
		if (word >= this.words.length) {
			this.grow(word + 1);
		}
		this.words[word] = (this.words[word] ?? 0) | (1 << (index & 31));
	}

	addRange(start: number, end: number): void {
		let index = start;
		for (; index < end && (index & 31) !== 0; index++) {
			this.add(index);
		}
		if (end >>> 5 > this.words.length) {
			this.grow(end >>> 5);
		}
		const whole = Math.max(index, end - (end & 31));
		this.words.fill(0xffff_ffff, index >>> 5, whole >>> 5);
		for (index = whole; index < end; index++) {
			this.add(index);
		}
	}

	places(length: number): Uint32Array {
		const places = new Uint32Array(this.count(length));
		let count = 0;
		for (let word = 0; count < places.length; word++) {
			for (let bits = this.words[word] ?? 0; bits !== 0 && count < places.length; bits &= bits - 1) {
				places[count++] = 32 * word + 31 - Math.clz32(bits & -bits);
			}
		}
		return places;
	}

	count(length: number): number {
		let sum = 0;
		const whole = Math.min(length >>> 5, this.words.length);
		for (let word = 0; word < whole; word++) {
			sum += onesOf(this.words[word] ?? 0);
		}
		return sum + onesOf((this.words[whole] ?? 0) & (2 ** (length & 31) - 1));
	}

	private grow(words: number): void {
		const larger = new Uint32Array(Math.max(words, this.words.length * 2, 32));
		larger.set(this.words);
		this.words = larger;
	}
}

function onesOf(word: number): number {
	const pairs = word - ((word >>> 1) & 0x55555555);
	const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
	return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
