import { resolveCsv } from './csv';
import { resolveJson } from './json';

/** The cell that `readCell` read: where its value is, in the file's bytes or in `scratch`. */
export let valueAt: usize = 0;
export let valueLength: u32 = 0;

/** Where values are written that do not stand in the file as they are; as large as the longest cell. */
let scratch: usize = 0;

export function setScratch(at: usize): void {
	scratch = at;
}

/** @param bound Where the cell's start and end are, counted from `base`; see `CellBatch`. */
export function readCell(base: usize, bound: usize, json: bool): void {
	const start = load<u32>(bound);
	const end = load<i32>(bound, 4);
	if (end >= 0) {
		valueAt = base + start;
		valueLength = <u32>end - start;
		return;
	}
	valueAt = scratch;
	valueLength = json
		? resolveJson(base + start, base + <u32>~end, scratch)
		: resolveCsv(base + start, base + <u32>~end, scratch);
}

/** For callers from outside: returns `valueAt`. */
export function resolveCell(base: usize, bound: usize, json: bool): usize {
	readCell(base, bound, json);
	return valueAt;
}
