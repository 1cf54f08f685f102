import type { Pace } from '../../../common/pace';
import type { ColumnPiece } from '../../table/table';
import { keepPart } from '../work/keep';

/** Records of a column's pieces that pass a filter, as the pieces are looked at one after another. */
export class KeptOfPieces {
	private readonly kept: Uint32Array[] = [];
	private scratch = new Uint32Array(0);
	private first = 0;
	/** Of `numbers`, or of the records themselves: those of the piece. */
	private from = 0;
	private to = 0;

	/**
	 * @param numbers The records that are wanted, in the order of the file; undefined for all.
	 * @param records How many there are.
	 */
	constructor(
		private readonly numbers: Uint32Array | undefined,
		private readonly records: number,
		private readonly pace: Pace,
	) {}

	/** @returns whether any record of the next piece is wanted */
	beginPiece({ first, records }: ColumnPiece): boolean {
		this.first = first;
		this.from = this.to;
		const end = Math.min(first + records, this.records);
		this.to = this.numbers ? placeOf(this.numbers, end, this.from) : end;
		if (this.scratch.length < this.to - this.from) {
			this.scratch = new Uint32Array(this.to - this.from);
		}
		return this.from < this.to;
	}

	/** Keeps those of the piece whose code has a 1 in the mask. */
	async byCode(codes: Uint8Array | Uint16Array, mask: Uint8Array): Promise<void> {
		const { numbers, scratch, first } = this;
		if (mask.includes(1)) {
			await this.walk((from, to, count) =>
				numbers
					? keepPart(numbers, codes, mask, from, to, scratch, count, first)
					: keepOfAll(codes, mask, from, to, scratch, count, first),
			);
		}
	}

	/** Keeps those of the piece that pass. @param passes Is given the place in the piece. */
	async where(passes: (place: number) => boolean): Promise<void> {
		const { numbers, scratch, first } = this;
		await this.walk((from, to, start) => {
			let count = start;
			for (let index = from; index < to; index++) {
				const number = numbers ? (numbers[index] ?? 0) : index;
				if (passes(number - first)) {
					scratch[count++] = number;
				}
			}
			return count;
		});
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

	private async walk(keep: (from: number, to: number, count: number) => number): Promise<void> {
		let count = 0;
		await this.pace.walk(this.to - this.from, (from, to) => {
			count = keep(this.from + from, this.from + to, count);
		});
		if (count > 0) {
			this.kept.push(this.scratch.slice(0, count));
		}
	}
}

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

/** As `keepPart` of all records. */
function keepOfAll(
	codes: Uint8Array | Uint16Array,
	mask: Uint8Array,
	from: number,
	to: number,
	kept: Uint32Array,
	start: number,
	first: number,
): number {
	let count = start;
	for (let number = from; number < to; number++) {
		kept[count] = number;
		count += mask[codes[number - first] ?? 0] ?? 0;
	}
	return count;
}
