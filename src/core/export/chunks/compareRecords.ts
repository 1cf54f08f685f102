import type { ChunkRecord, KeyOf } from './chunkRecord';

const maxKeys = 500_000;

type Batches = AsyncIterable<readonly ChunkRecord[]>;

interface Comparison {
	/** Number of records that are only in the first source, including duplicates. */
	readonly onlyFirst: number;
	readonly onlySecond: number;
}

/** Compares multisets of records. Reads the sources repeatedly to limit memory. `rows` is an estimated total. */
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
