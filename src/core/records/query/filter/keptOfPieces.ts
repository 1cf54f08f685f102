import type { Pace } from '../../../common/pace';
import type { ColumnPiece } from '../../table/table';
import { keepPart } from '../work/keep';

/** Records of a column's pieces that pass a filter, as the pieces are looked at one after another. */
export class KeptOfPieces {
	private readonly kept: Uint32Array[] = [];
	/** Records of the piece that passed all filters so far. */
	private scratch = new Uint32Array(0);
	/** How many those are; undefined before the first filter. */
	private count: number | undefined;
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

	beginPiece({ first, records }: Pick<ColumnPiece, 'first' | 'records'>): void {
		this.first = first;
		this.from = this.to;
		const end = Math.min(first + records, this.records);
		this.to = this.numbers ? placeOf(this.numbers, end, this.from) : end;
		this.count = undefined;
		if (this.scratch.length < this.to - this.from) {
			this.scratch = new Uint32Array(this.to - this.from);
		}
	}

	/** Whether any record of the piece is still wanted. */
	get hasAny(): boolean {
		return (this.count ?? this.to - this.from) > 0;
	}

	/** Keeps those of the piece whose code has a 1 in the mask. */
	async byCode(codes: Uint8Array | Uint16Array, mask: Uint8Array): Promise<void> {
		const { scratch, first } = this;
		if (!mask.includes(1)) {
			this.count = 0;
			return;
		}
		await this.walk((source, from, to, count) =>
			source
				? keepPart(source, codes, mask, from, to, scratch, count, first)
				: keepOfAll(codes, mask, from, to, scratch, count, first),
		);
	}

	/** Keeps those of the piece that pass. @param passes Is given the place in the piece. */
	async where(passes: (place: number) => boolean): Promise<void> {
		const { scratch, first } = this;
		await this.walk((source, from, to, start) => {
			let count = start;
			for (let index = from; index < to; index++) {
				const number = source ? (source[index] ?? 0) : index;
				if (passes(number - first)) {
					scratch[count++] = number;
				}
			}
			return count;
		});
	}

	/** All filters have been asked about the piece. */
	endPiece(): void {
		if (this.count) {
			this.kept.push(this.scratch.slice(0, this.count));
		}
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

	/** @param keep From `source`, or from the records themselves; it writes behind what it has read. */
	private async walk(
		keep: (source: Uint32Array | undefined, from: number, to: number, count: number) => number,
	): Promise<void> {
		const isNarrowed = this.count !== undefined;
		const source = isNarrowed ? this.scratch : this.numbers;
		const start = isNarrowed ? 0 : this.from;
		let count = 0;
		await this.pace.walk(this.count ?? this.to - this.from, (from, to) => {
			count = keep(source, start + from, start + to, count);
		});
		this.count = count;
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
