import type { KeyOf, SliceRecord } from './sliceRecord';

/** Keys held at a time, about 100 bytes each. */
const maxKeys = 500_000;

type Batches = AsyncIterable<readonly SliceRecord[]>;

interface Comparison {
	/** Records that only the first, or only the second has, equal ones counted as often as they are there. */
	readonly onlyFirst: number;
	readonly onlySecond: number;
}

/**
 * Compares two sources of records as multisets, in any order. Reads them as often as it takes for what is held in memory
 * to stay small.
 * @param rows About how many records the sources have, together.
 */
export async function compareRecords(
	first: () => Batches,
	second: () => Batches,
	{ about, rows }: { readonly about: KeyOf; readonly rows: number },
): Promise<Comparison> {
	const parts = Math.max(1, Math.ceil(rows / maxKeys));
	let [onlyFirst, onlySecond] = [0, 0];
	for (let part = 0; part < parts; part++) {
		const counts = new Map<string, number>();
		await count(first(), 1);
		await count(second(), -1);
		for (const difference of counts.values()) {
			onlyFirst += Math.max(0, difference);
			onlySecond += Math.max(0, -difference);
		}

		async function count(batches: Batches, step: number): Promise<void> {
			for await (const batch of batches) {
				for (const record of batch) {
					const key = record.key(about);
					if (Buffer.from(key, 'base64').readUInt32BE() % parts !== part) {
						continue;
					}
					const counted = (counts.get(key) ?? 0) + step;
					if (counted === 0) {
						counts.delete(key);
					} else {
						counts.set(key, counted);
					}
				}
			}
		}
	}
	return { onlyFirst, onlySecond };
}
