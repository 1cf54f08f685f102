import { resolveCsv } from './csv';
import { resolveJson } from './json';

/** Address of the value that `readCell` read last, either in the file's bytes or in `scratch`. */
export let valueAt: usize = 0;
export let valueLength: u32 = 0;

/** Buffer for decoded values, such as values with escape sequences. It has room for the longest cell. */
let scratch: usize = 0;

export function setScratch(at: usize): void {
	scratch = at;
}

/** @param bound Address of the cell's start and end, which are relative to `base` (see `CellBatch`). */
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

/** Exported variant of `readCell` that returns `valueAt`. */
export function resolveCell(base: usize, bound: usize, json: bool): usize {
	readCell(base, bound, json);
	return valueAt;
}
