/** Returns a random number that depends only on the arguments, so that records can be generated in any order. */

export function mix(key: number, salt: number): number {
	let bits = Math.imul(key ^ Math.imul(salt + 0x7f4a7c15, 0x9e3779b1), 0x85ebca6b);
	bits = Math.imul(bits ^ (bits >>> 15), 0xc2b2ae35);
	bits = Math.imul(bits ^ (bits >>> 13), 0x27d4eb2f);
	return (bits ^ (bits >>> 16)) >>> 0;
}

/** Maps each 32-bit integer to a 32-bit integer. Different arguments always have different results. */
export function scramble(value: number): number {
	let bits = Math.imul(value ^ (value >>> 16), 0x7feb352d);
	bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b);
	return (bits ^ (bits >>> 16)) >>> 0;
}

export function toFraction(bits: number): number {
	return bits / 0x1_0000_0000;
}

const threeDigits: readonly string[] = Array.from({ length: 0x1000 }, (_, value) =>
	value.toString(16).padStart(3, '0'),
);

/** Formats a non-negative integer like `toString(16)`. For large numbers, it is several times faster. */
export function hexadecimal(value: number): string {
	if (value < 0x100_0000) {
		return value.toString(16);
	}
	const low = value % 0x100_0000;
	return `${Math.floor(value / 0x100_0000).toString(16)}${threeDigits[low >>> 12]}${threeDigits[low & 0xfff]}`;
}

export class Draws {
	private count = 0;

	constructor(private readonly key: number) {}

	bits(): number {
		return mix(this.key, this.count++);
	}

	fraction(): number {
		return toFraction(this.bits());
	}

	/** Returns a random integer from 0 (inclusive) to `limit` (exclusive). */
	below(limit: number): number {
		return Math.floor(this.fraction() * limit);
	}

	between(least: number, most: number): number {
		return least + this.below(most - least + 1);
	}

	pick<T>(choices: readonly [T, ...T[]]): T {
		return choices[this.below(choices.length)] ?? choices[0];
	}

	hex(digits: number): string {
		let text = '';
		while (text.length < digits) {
			text += hexadecimal(this.bits()).padStart(8, '0');
		}
		return text.slice(0, digits);
	}

	uuid(): string {
		const digits = this.hex(32);
		const variant = '89ab'[this.below(4)];
		return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
	}

	unsigned64(): string {
		return ((BigInt(this.bits()) << 32n) | BigInt(this.bits())).toString();
	}
}

export class Weighted<T> {
	private readonly ends: readonly number[];

	constructor(
		private readonly choices: readonly [T, ...T[]],
		weightOf: (choice: T, position: number) => number,
	) {
		let total = 0;
		this.ends = choices.map((choice, position) => {
			total += weightOf(choice, position);
			return total;
		});
	}

	/**
	 * Chooses a value.
	 * @param fraction Number in the range [0, 1)
	 */
	choose(fraction: number): T {
		const target = fraction * (this.ends.at(-1) ?? 0);
		const position = this.ends.findIndex((end) => target < end);
		return this.choices[position] ?? this.choices[0];
	}
}
