import { type Hash, hashBytes } from '../../../common/hash64';
import type { Scheduler } from '../../../common/scheduler';
import { radixSort } from './radixSort';

/** Number of bytes of each text to compare at once. */
export const window = 16;

/** Length value for texts that are longer than the window. */
const goesOn = window + 1;

/** Below this number of records, a comparison sort is faster than a radix sort. */
const fewRecords = 2048;

/** Range of sorted records whose texts begin with the same `depth` bytes. */
export interface KeyRun {
	readonly from: number;
	readonly to: number;
	readonly depth: number;
}

/** For each record, 16 bytes of its text (the window) and a hash of the entire text. */
export class TextKeys {
	/** For each record, the bytes of its window as big-endian words, followed by the number of bytes. */
	private readonly words: readonly Uint32Array[];
	private readonly lows: Uint32Array;
	private readonly highs: Uint32Array;
	private readonly hash: Hash = { low: 0, high: 0 };

	constructor(records: number) {
		this.words = Array.from({ length: window / 4 + 1 }, () => new Uint32Array(records));
		this.lows = new Uint32Array(records);
		this.highs = new Uint32Array(records);
	}

	add(number: number, bytes: Uint8Array, start: number, end: number): void {
		hashBytes(bytes, start, end, this.hash);
		this.lows[number] = this.hash.low;
		this.highs[number] = this.hash.high;
		this.moveTo(number, bytes, start, end);
	}

	moveTo(number: number, bytes: Uint8Array, start: number, end: number): void {
		for (let word = 0; word < window / 4; word++) {
			const at = start + 4 * word;
			const array = this.words[word];
			if (array) {
				array[number] =
					((at < end ? (bytes[at] ?? 0) : 0) * 0x1000000 + ((at + 1 < end ? (bytes[at + 1] ?? 0) : 0) << 16)) |
					((at + 2 < end ? (bytes[at + 2] ?? 0) : 0) << 8) |
					(at + 3 < end ? (bytes[at + 3] ?? 0) : 0);
			}
		}
		const lengths = this.words.at(-1);
		if (lengths) {
			lengths[number] = Math.max(0, Math.min(end - start, goesOn));
		}
	}

	hashOf(number: number): string {
		return `${this.lows[number]} ${this.highs[number]}`;
	}

	async sort(order: Uint32Array, scheduler: Scheduler): Promise<void> {
		if (order.length < fewRecords) {
			order.sort((a, b) => this.compare(a, b));
			return;
		}
		for (const word of this.words.toReversed()) {
			await radixSort(order, word, scheduler);
		}
	}

	/**
	 * Marks in `differs` the records whose window differs from the previous record's window. Returns the ranges of
	 * records that have the same window but different texts.
	 */
	split(order: Uint32Array, { from, to, depth }: KeyRun, differs: Uint8Array): KeyRun[] {
		const parts: KeyRun[] = [];
		let start = from;
		let sameText = true;
		for (let place = from + 1; place <= to; place++) {
			const one = order[place - 1] ?? 0;
			const next = order[place] ?? 0;
			if (place < to && this.compare(one, next) === 0) {
				sameText &&= this.lows[one] === this.lows[next] && this.highs[one] === this.highs[next];
				continue;
			}
			if (place < to) {
				differs[place] = 1;
			}
			if (!sameText && this.words.at(-1)?.[one] === goesOn) {
				parts.push({ from: start, to: place, depth: depth + window });
			}
			start = place;
			sameText = true;
		}
		return parts;
	}

	private compare(a: number, b: number): number {
		for (const word of this.words) {
			const difference = (word[a] ?? 0) - (word[b] ?? 0);
			if (difference !== 0) {
				return difference;
			}
		}
		return 0;
	}
}
