import type { Pace } from '../../../common/pace';

/** By code: the first record that has it. */
export async function firstRecords(codes: Uint32Array, size: number, pace: Pace): Promise<Uint32Array> {
	const found = new Uint32Array(size);
	await pace.walk(codes.length, (from, to) => {
		for (let record = codes.length - 1 - from; record >= codes.length - to; record--) {
			found[codes[record] ?? 0] = record;
		}
	});
	return found;
}
