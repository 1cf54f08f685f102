import type { Scheduler } from '../../../common/scheduler';

export async function firstRecords(codes: Uint32Array, size: number, pace: Scheduler): Promise<Uint32Array> {
	const found = new Uint32Array(size);
	await pace.forEachBatch(codes.length, (from, to) => {
		for (let record = codes.length - 1 - from; record >= codes.length - to; record--) {
			found[codes[record] ?? 0] = record;
		}
	});
	return found;
}
