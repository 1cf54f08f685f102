import { isObject, type JsonMembers, parseJson } from '../../common/parseJson';
import { isCount, oneOf } from '../../plan/decodePlan';
import type { WrittenRecords } from '../download/consumeBody';
import { decodeWarnings } from '../model/responseWarnings';
import type { Chunk, StoredChunk } from './chunk';
import type { Checkpoint } from './chunkTree';

/** Formats a journal entry as one line. Without the line ending, readers would ignore the entry. */
export function checkpointLine(entry: Checkpoint): string {
	return `${JSON.stringify(entry)}\n`;
}

/**
 * Returns the entries up to the first invalid line. Each line is flushed to disk separately, so only the last line can
 * be incomplete.
 */
export function readCheckpoints(text: string): readonly Checkpoint[] | undefined {
	const entries: Checkpoint[] = [];
	for (const line of text.split('\n').slice(0, -1)) {
		const entry = decodeEntry(line);
		if (!entry || (entry.entry === 'begun') !== (entries.length === 0)) {
			break;
		}
		entries.push(entry);
	}
	return entries.length === 0 ? undefined : entries;
}

function decodeEntry(line: string): Checkpoint | undefined {
	const value = parseJson(line);
	if (!isObject(value)) {
		return undefined;
	}
	const { entry, chunk } = value;
	if (entry === 'begun') {
		const chunks = decodeChunks(value['chunks']);
		return value['version'] === 1 && chunks && chunks.length > 0 ? { entry, version: 1, chunks } : undefined;
	}
	return typeof chunk === 'string' ? decodeChange(value, chunk) : undefined;
}

function decodeChange(value: JsonMembers, chunk: string): Checkpoint | undefined {
	const entry = oneOf(value['entry'], ['asked', 'queued', 'held', 'written', 'lost', 'halved'] as const);
	switch (entry) {
		case undefined:
			return undefined;
		case 'asked': {
			const { at } = value;
			return typeof at === 'string' ? { entry, chunk, at } : undefined;
		}
		case 'held': {
			const held = decodeHeld(value['held']);
			return held && { entry, chunk, held };
		}
		case 'written': {
			const written = decodeWritten(value['written']);
			return written && { entry, chunk, written };
		}
		case 'halved': {
			const [first, second, ...others] = decodeChunks(value['into']) ?? [];
			return first && second && others.length === 0 ? { entry, chunk, into: [first, second] } : undefined;
		}
		default:
			return { entry, chunk };
	}
}

function decodeChunks(value: unknown): readonly Chunk[] | undefined {
	const chunks = Array.isArray(value) ? value.map(decodeChunk) : [undefined];
	const valid = chunks.filter((chunk) => chunk !== undefined);
	return valid.length === chunks.length ? valid : undefined;
}

function decodeChunk(value: unknown): Chunk | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { id, since, until, extraFields } = value;
	if (typeof id !== 'string' || typeof since !== 'string' || typeof until !== 'string' || !areNames(extraFields)) {
		return undefined;
	}
	// The ID is validated because it becomes part of a file name.
	return /^[0-9a-z]+$/.test(id) ? { id, since, until, extraFields } : undefined;
}

function decodeHeld(value: unknown): StoredChunk | undefined {
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

function decodeTimes(value: unknown): StoredChunk['times'] {
	if (!isObject(value)) {
		return undefined;
	}
	const { first, last } = value;
	return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined;
}

function areNames(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((name) => typeof name === 'string');
}
