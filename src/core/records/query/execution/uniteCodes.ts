import type { Scheduler } from '../../../common/scheduler';

const narrow = 2 ** 16;

/** Stores a code for each record, initially 0. Codes have two bytes until a code needs four bytes. */
export class NarrowCodes {
	values: Uint16Array | Uint32Array;

	constructor(records: number) {
		this.values = new Uint16Array(records);
	}

	set(record: number, code: number): void {
		if (code >= narrow && this.values instanceof Uint16Array) {
			this.values = new Uint32Array(this.values);
		}
		this.values[record] = code;
	}
}

/** Codes for a range of records. In ranges with the same `of`, equal codes have the same meaning. */
interface CodedRange {
	readonly first: number;
	readonly records: number;
	readonly codes: Uint8Array | Uint16Array | Uint32Array;
	readonly size: number;
	readonly of: object;
	/** Converts a code of this range to a merged code. `record` is the first record with the code. */
	merge(code: number, record: number): number;
}

interface UnitedCodes {
	readonly codes: Uint16Array | Uint32Array;
	/** Returns the merged code for a code in the ranges whose `of` is this object, or 0 if no record has the code. */
	codeOf(of: object, code: number): number;
}

/** Merges the codes of several ranges, which must cover all records in order. */
export async function uniteCodes(
	ranges: readonly CodedRange[],
	records: number,
	scheduler: Scheduler,
): Promise<UnitedCodes> {
	const united = new NarrowCodes(records);
	const known = new Map<object, Uint32Array>();
	for (const range of ranges) {
		const { first, records, codes, size, of } = range;
		const merged = known.get(of) ?? new Uint32Array(size);
		known.set(of, merged);
		await scheduler.forEachBatch(records, (from, to) => {
			for (let record = from; record < to; record++) {
				const code = codes[record] ?? 0;
				if (code !== 0) {
					let here = merged[code] ?? 0;
					if (here === 0) {
						here = range.merge(code, first + record);
						merged[code] = here;
					}
					united.set(first + record, here);
				}
			}
		});
	}
	return { codes: united.values, codeOf: (of, code) => known.get(of)?.[code] ?? 0 };
}
