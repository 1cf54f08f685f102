import { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from './cachedSnapshot';
import { recordBatches } from './execution/recordBatches';

/** Maximum number of records to read, spread evenly over the records of the version. */
const maxRecords = 200;

export interface ValuePlace {
	readonly number: number;
	readonly column: number;
}

/**
 * Returns the values of a column in other records of the same version. Returns an empty array if the version is
 * unknown.
 */
export async function othersOfVersion(
	snapshot: CachedSnapshot,
	{ number, column }: ValuePlace,
	signal: AbortSignal,
): Promise<readonly string[]> {
	const scheduler = new Scheduler(signal);
	const { codes, origins } = await snapshot.origins(signal);
	const code = codes[number] ?? 0;
	if ((origins[code]?.app_version_name ?? '') === '') {
		return [];
	}
	let count = 0;
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			count += Number(codes[record] === code && record !== number);
		}
	});
	const numbers = new Uint32Array(Math.min(count, maxRecords));
	let seen = 0;
	let taken = 0;
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			if (codes[record] === code && record !== number) {
				seen++;
				if (taken < numbers.length && seen * numbers.length > taken * count) {
					numbers[taken++] = record;
				}
			}
		}
	});
	const texts = new Set<string>();
	for (const batch of recordBatches(numbers, snapshot.table)) {
		for (const [text = ''] of await snapshot.table.cells(batch, [column], signal)) {
			texts.add(text);
		}
	}
	texts.delete('');
	return [...texts];
}
