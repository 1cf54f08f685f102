import type { Pace } from '../../../common/pace';
import type { CodesInPlace, ColumnPiece } from '../../table/table';
import { type CodesPlace, placesAtOnce } from './codesPlace';

/** Records of a column's pieces that pass a filter, as the pieces are looked at one after another. */
export class KeptOfPieces {
	private readonly kept: Uint32Array[] = [];
	/** Records of the piece that passed all filters so far. */
	count = 0;
	private first = 0;
	private records = 0;
	/** Of `numbers`: where those of the next piece begin. */
	private next = 0;

	/**
	 * @param numbers The records that are wanted, in the order of the file; undefined for all.
	 * @param all How many there are.
	 */
	constructor(
		private readonly place: CodesPlace,
		private readonly numbers: Uint32Array | undefined,
		private readonly all: number,
		private readonly pace: Pace,
	) {}

	beginPiece({ first, records }: Pick<ColumnPiece, 'first' | 'records'>): void {
		const { place, numbers } = this;
		const wanted = Math.max(0, Math.min(first + records, this.all) - first);
		this.first = first;
		this.records = records;
		place.begin(records);
		if (!numbers) {
			place.addFirst(wanted);
			this.count = wanted;
			return;
		}
		const from = this.next;
		const to = placeOf(numbers, first + wanted, from);
		const { bits } = place;
		for (let index = from; index < to; index++) {
			const record = (numbers[index] ?? 0) - first;
			bits[record >>> 5] = (bits[record >>> 5] ?? 0) | (1 << (record & 31));
		}
		this.next = to;
		this.count = to - from;
	}

	/** Keeps those of the piece whose code has a 1 in the mask. */
	async byCode(codes: CodesInPlace, mask: Uint8Array): Promise<void> {
		if (!mask.includes(1)) {
			this.count = 0;
		} else if (mask.includes(0)) {
			this.count = this.place.keepCodes(codes, mask);
		}
		if (this.pace.due) {
			await this.pace.rest();
		}
	}

	/** Keeps those of the piece that pass. @param passes Is given the place in the piece. */
	async where(passes: (place: number) => boolean): Promise<void> {
		const { bits } = this.place;
		let count = 0;
		await this.pace.walk(
			bits.length,
			(from, to) => {
				for (let word = from; word < to; word++) {
					let kept = 0;
					for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
						const place = 31 - Math.clz32(left & -left);
						if (passes(32 * word + place)) {
							kept |= 1 << place;
							count++;
						}
					}
					bits[word] = kept;
				}
			},
			wordsAtOnce,
		);
		this.count = count;
	}

	/** All filters have been asked about the piece. */
	async endPiece(): Promise<void> {
		if (this.count === 0) {
			return;
		}
		const kept = new Uint32Array(this.count);
		let at = 0;
		await this.pace.walk(
			this.records,
			(from) => {
				const numbers = this.place.placesFrom(from, this.first);
				kept.set(numbers, at);
				at += numbers.length;
			},
			placesAtOnce,
		);
		this.kept.push(kept);
	}

	end(): Uint32Array {
		const all = new Uint32Array(this.kept.reduce((sum, { length }) => sum + length, 0));
		let at = 0;
		for (const part of this.kept) {
			all.set(part, at);
			at += part.length;
		}
		return all;
	}
}

/** Words of 32 records that are looked at before the clock is. */
const wordsAtOnce = 512;

/** The first place, from `from` on, whose number is not below the limit. */
function placeOf(numbers: Uint32Array, limit: number, from: number): number {
	let [low, high] = [from, numbers.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((numbers[middle] ?? 0) < limit) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}
