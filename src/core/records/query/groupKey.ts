import type { GroupKey } from '../../../shared/results';
import { normaliseMessage } from './normaliseMessage';
import type { Snapshot } from './snapshot';
import type { TopFrame } from './topFrame';

/** Where a key is read from: a column's values, or something made of them. */
export interface KeySource {
	/** Undefined when the file has no such column: then no record has the key. */
	readonly column: number | undefined;
	readonly derived: DerivedKey | undefined;
}

export interface DerivedKey {
	/** The end of the part of a text that the key is made of, so that it is made once for all texts that share it. */
	decisiveEnd(bytes: Buffer, start: number, end: number): number;
	make(text: string): string;
}

const lineFeed = 0x0a;

/** Frames are near the beginning (bytes). */
const frameWithin = 16_384;

/** Leading bytes that hold the first line (bytes). */
const lineWithin = 4096;

export function keySource(key: GroupKey, snapshot: Snapshot, topFrame: TopFrame): KeySource {
	switch (key.kind) {
		case 'column':
			return { column: key.column, derived: undefined };
		case 'name':
			return { column: snapshot.indexOf('error_name'), derived: undefined };
		case 'message':
			return { column: snapshot.indexOf('error'), derived: { decisiveEnd: endOfFirstLine, make: normaliseMessage } };
		case 'topFrame':
			return {
				column: snapshot.indexOf('error'),
				derived: {
					decisiveEnd: (_bytes, start, end) => Math.min(end, start + frameWithin),
					make: (text) => topFrame(text) ?? '',
				},
			};
	}
}

/** The end of the first line with something in it. */
function endOfFirstLine(bytes: Buffer, start: number, end: number): number {
	const limit = Math.min(end, start + lineWithin);
	let index = start;
	while (index < limit && (bytes[index] ?? 0) <= 0x20) {
		index++;
	}
	while (index < limit && bytes[index] !== lineFeed) {
		index++;
	}
	return index;
}
