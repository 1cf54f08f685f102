import type { Scheduler } from '../../../common/scheduler';
import { partitionPoint } from '../../../common/sorting';
import type { CodesInPlace, ColumnPiece } from '../../table/table';
import { type CodesPlace, placesAtOnce } from './codesPlace';

export class MatchingByPiece {
	private readonly matching: Uint32Array[] = [];
	count = 0;
	private first = 0;
	private records = 0;
	private next = 0;

	/** @param numbers Record numbers of the records to filter, in file order. If undefined, all records are filtered. */
	constructor(
		private readonly place: CodesPlace,
		private readonly numbers: Uint32Array | undefined,
		private readonly all: number,
		private readonly scheduler: Scheduler,
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
		const to = getPlace(numbers, first + wanted, from);
		const { bits } = place;
		for (let index = from; index < to; index++) {
			const record = (numbers[index] ?? 0) - first;
			bits[record >>> 5] = (bits[record >>> 5] ?? 0) | (1 << (record & 31));
		}
		this.next = to;
		this.count = to - from;
	}

	async byCode(codes: CodesInPlace, mask: Uint8Array): Promise<void> {
		if (!mask.includes(1)) {
			this.count = 0;
		} else if (mask.includes(0)) {
			this.count = this.place.keepCodes(codes, mask);
		}
		if (this.scheduler.isYieldDue) {
			await this.scheduler.yieldNow();
		}
	}

	async where(passes: (place: number) => boolean): Promise<void> {
		const { bits } = this.place;
		let count = 0;
		await this.scheduler.forEachBatch(
			bits.length,
			(from, to) => {
				for (let word = from; word < to; word++) {
					let matching = 0;
					for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
						const place = 31 - Math.clz32(left & -left);
						if (passes(32 * word + place)) {
							matching |= 1 << place;
							count++;
						}
					}
					bits[word] = matching;
				}
			},
			wordsAtOnce,
		);
		this.count = count;
	}

	async endPiece(): Promise<void> {
		if (this.count === 0) {
			return;
		}
		const matching = new Uint32Array(this.count);
		let at = 0;
		await this.scheduler.forEachBatch(
			this.records,
			(from) => {
				const numbers = this.place.placesFrom(from, this.first);
				matching.set(numbers, at);
				at += numbers.length;
			},
			placesAtOnce,
		);
		this.matching.push(matching);
	}

	end(): Uint32Array {
		const all = new Uint32Array(this.matching.reduce((sum, { length }) => sum + length, 0));
		let at = 0;
		for (const part of this.matching) {
			all.set(part, at);
			at += part.length;
		}
		return all;
	}
}

/** Number of words (32 records each) to process before checking whether to yield. */
const wordsAtOnce = 512;

/** Returns the index of the first number that is at least `limit`, starting at the index `from`. */
function getPlace(numbers: Uint32Array, limit: number, from: number): number {
	return partitionPoint(from, numbers.length, (index) => (numbers[index] ?? 0) < limit);
}
