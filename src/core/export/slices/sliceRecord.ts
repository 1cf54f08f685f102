import { hash } from 'node:crypto';

/** One record of a slice. Its memory is only good until the next batch is asked for. */
export interface SliceRecord {
	/** Unix time, seconds; undefined when the record does not tell it. */
	readonly time: number | undefined;
	/** As the service wrote it, without the fields that were only asked for to join slices. */
	readonly text: Buffer;
	/** The same for two records exactly when they are equal, whatever the order of their fields. */
	key(about: KeyOf): string;
}

/**
 * `time`: the time counts, whether or not the person asked for it. `text`: only what the final file holds does.
 */
export type KeyOf = 'time' | 'text';

/** 144 bits of SHA-256: no two of all records that ever were have the same. */
export function keyFor(text: Buffer, time: number | undefined, about: KeyOf): string {
	const whole = about === 'text' ? text : Buffer.concat([text, Buffer.from(`\n${time ?? ''}`)]);
	return hash('sha256', whole, 'base64').slice(0, 24);
}

/** A number in quotes or without, as both are in use (service document, section 2.1). */
export function timeIn(value: Buffer): number | undefined {
	const digits = /^"?(-?\d{1,15})"?$/.exec(value.toString('latin1', 0, 32))?.[1];
	return digits === undefined || value.length > 32 ? undefined : Number(digits);
}
