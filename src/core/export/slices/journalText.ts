import { isCount, isObject, type JsonMembers, oneOf } from '../../plan/decodePlan';
import type { WrittenRecords } from '../download/consumeBody';
import { decodeWarnings } from '../model/answerWarnings';
import type { HeldSlice, Slice } from './slice';
import type { JournalEntry } from './sliceTree';

/** One entry to a line. A line that does not end was cut off by a power cut or a kill. */
export function entryLine(entry: JournalEntry): string {
	return `${JSON.stringify(entry)}\n`;
}

/**
 * The entries up to the first line that is none: every line is on the disk before the next one is begun, so whatever
 * follows a broken one was never written by us.
 * @returns undefined when the text does not begin as a journal does
 */
export function readEntries(text: string): readonly JournalEntry[] | undefined {
	const entries: JournalEntry[] = [];
	// What follows the last line end is not a whole line.
	for (const line of text.split('\n').slice(0, -1)) {
		const entry = decodeEntry(line);
		if (!entry || (entry.entry === 'begun') !== (entries.length === 0)) {
			break;
		}
		entries.push(entry);
	}
	return entries.length === 0 ? undefined : entries;
}

function decodeEntry(line: string): JournalEntry | undefined {
	const value = parse(line);
	if (!isObject(value)) {
		return undefined;
	}
	const { entry, slice } = value;
	if (entry === 'begun') {
		const slices = decodeSlices(value['slices']);
		return value['version'] === 1 && slices && slices.length > 0 ? { entry, version: 1, slices } : undefined;
	}
	return typeof slice === 'string' ? decodeChange(value, slice) : undefined;
}

function decodeChange(value: JsonMembers, slice: string): JournalEntry | undefined {
	const entry = oneOf(value['entry'], ['asked', 'queued', 'held', 'written', 'lost', 'halved'] as const);
	switch (entry) {
		case undefined:
			return undefined;
		case 'asked': {
			const { at } = value;
			return typeof at === 'string' ? { entry, slice, at } : undefined;
		}
		case 'held': {
			const held = decodeHeld(value['held']);
			return held && { entry, slice, held };
		}
		case 'written': {
			const written = decodeWritten(value['written']);
			return written && { entry, slice, written };
		}
		case 'halved': {
			const [first, second, ...others] = decodeSlices(value['into']) ?? [];
			return first && second && others.length === 0 ? { entry, slice, into: [first, second] } : undefined;
		}
		default:
			return { entry, slice };
	}
}

function decodeSlices(value: unknown): readonly Slice[] | undefined {
	const slices = Array.isArray(value) ? value.map(decodeSlice) : [undefined];
	const valid = slices.filter((slice) => slice !== undefined);
	return valid.length === slices.length ? valid : undefined;
}

function decodeSlice(value: unknown): Slice | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { id, since, until, extraFields } = value;
	if (typeof id !== 'string' || typeof since !== 'string' || typeof until !== 'string' || !areNames(extraFields)) {
		return undefined;
	}
	// It becomes part of a file name.
	return /^[0-9a-z]+$/.test(id) ? { id, since, until, extraFields } : undefined;
}

function decodeHeld(value: unknown): HeldSlice | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { file, rows, bytes, sha256, timeless, largestAnswer } = value;
	if (
		typeof file !== 'string' ||
		/[\\/]/.test(file) ||
		!isCount(rows) ||
		!isCount(bytes) ||
		!isCount(timeless) ||
		!isCount(largestAnswer) ||
		typeof sha256 !== 'string'
	) {
		return undefined;
	}
	const times = decodeTimes(value['times']);
	const warnings = decodeWarnings(value);
	if (!warnings || (!times && (value['times'] !== undefined || timeless < rows))) {
		return undefined;
	}
	return { file, rows, bytes, sha256, ...(times && { times }), timeless, largestAnswer, ...warnings };
}

function decodeWritten(value: unknown): WrittenRecords | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { rows, bytes } = value;
	const warnings = decodeWarnings(value);
	return isCount(rows) && isCount(bytes) && warnings ? { rows, bytes, ...warnings } : undefined;
}

function decodeTimes(value: unknown): HeldSlice['times'] {
	if (!isObject(value)) {
		return undefined;
	}
	const { first, last } = value;
	return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined;
}

function areNames(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function parse(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
