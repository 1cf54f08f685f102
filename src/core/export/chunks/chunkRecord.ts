import { hash } from 'node:crypto';

/** Record of a chunk. It is valid only until the next records of the chunk are read, because they reuse its memory. */
export interface ChunkRecord {
	/** Unix time in seconds, or undefined if the record has no time. */
	readonly time: number | undefined;
	/** Record as the service sent it, without the fields that were requested for merging. */
	readonly text: Buffer;
	/** True if the record is a CSV row with more or fewer cells than the header. */
	readonly isRagged?: true;
	/** Returns a key that is the same for all records with the same content, regardless of the order of their fields. */
	key(about: KeyOf): string;
}

/** Content to compare: the text in the final file (`text`), or the text and the time of the record (`time`). */
export type KeyOf = 'time' | 'text';

/** Returns 144 bits of a SHA-256 hash as the record key, so that collisions are practically impossible. */
export function keyFor(text: Buffer, time: number | undefined, about: KeyOf): string {
	const whole = about === 'text' ? text : Buffer.concat([text, Buffer.from(`\n${time ?? ''}`)]);
	return hash('sha256', whole, 'base64').slice(0, 24);
}

/** Parses a Unix time in seconds, with or without quotes (service document, section 2.1). */
export function timeIn(value: Buffer): number | undefined {
	const digits = /^"?(-?\d{1,15})"?$/.exec(value.toString('latin1', 0, 32))?.[1];
	return digits === undefined || value.length > 32 ? undefined : Number(digits);
}
