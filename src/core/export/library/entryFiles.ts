import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCivil, parseCivil } from '../../../shared/civilTime';
import { isObject } from '../../common/parseJson';
import { plainText } from '../../common/plainText';
import { type Files, writeWhole } from '../../files/durableFile';
import { decodeCommon, decodePlan, isCount, oneOf } from '../../plan/decodePlan';
import type { Question } from '../../plan/plan';
import { isZoneName, type Zone } from '../../plan/range';
import { readJournal } from '../chunks/journal';
import { decodeEvidence } from '../model/decodeEvidence';
import { type ExportEntry, flags, isStopped, type Outcome, type Resumable, type StoredQuestion } from '../model/entry';
import { isRecordsFileName } from '../model/names';

export const questionFileName = 'request.json';
export const outcomeFileName = 'outcome.json';
export const nameFileName = 'name.json';

/** Maximum size of a metadata file, in bytes. The files that this extension writes have only a few kilobytes. */
const maxFileSize = 1024 * 1024;

export function writeQuestion(folder: string, question: StoredQuestion, files: Files): Promise<void> {
	return writeWhole(join(folder, questionFileName), toText(question), files);
}

export function writeOutcome(folder: string, outcome: Outcome, files: Files): Promise<void> {
	return writeWhole(join(folder, outcomeFileName), toText(outcome), files);
}

export function writeName(folder: string, name: string, files: Files): Promise<void> {
	return writeWhole(join(folder, nameFileName), toText({ version: 1, name }), files);
}

/** Reads an export folder's metadata. Returns undefined if the folder contains no export that this version can read. */
export async function readEntry(folder: string): Promise<ExportEntry | undefined> {
	const stored = decodeStoredQuestion(await readJson(join(folder, questionFileName)));
	if (!stored) {
		return undefined;
	}
	const outcomeValue = await readJson(join(folder, outcomeFileName));
	const outcome = decodeOutcome(outcomeValue);
	if (outcomeValue !== undefined && !outcome) {
		return undefined;
	}
	const whole = outcome && (await describesFile(folder, outcome)) ? outcome : undefined;
	const resumable = await readResumable(folder, whole);
	const name = decodeName(await readJson(join(folder, nameFileName)));
	return { folder, ...(name && { name }), stored, outcome: whole, ...(resumable && { resumable }) };
}

async function readResumable(folder: string, outcome: Outcome | undefined): Promise<Resumable | undefined> {
	if (outcome) {
		// The journal of a truncated or stopped export shows which chunks are incomplete.
		return outcome.proof === 'cut' || isStopped(outcome) ? (await readJournal(folder))?.resumable : undefined;
	}
	// Without a journal, no progress is known, and the export starts from the beginning.
	return (await readJournal(folder))?.resumable ?? { chunks: 1, done: 0, rows: 0, bytes: 0, queued: false };
}

/** Reads the outcome of an export, even if the records file was changed or deleted later. */
export async function readOutcome(folder: string): Promise<Outcome | undefined> {
	return decodeOutcome(await readJson(join(folder, outcomeFileName)));
}

/** Returns true if a folder contains the request file, which is the first file of every export. */
export async function holdsQuestion(folder: string): Promise<boolean> {
	return (await sizeOfFile(join(folder, questionFileName))) !== undefined;
}

export function decodeStoredQuestion(value: unknown): StoredQuestion | undefined {
	if (!isObject(value) || value['version'] !== 1) {
		return undefined;
	}
	const { service, askedAt } = value;
	const plan = decodePlan(value['plan']);
	const question = decodeQuestion(value['question']);
	if (typeof service !== 'string' || !isTime(askedAt) || !plan || !question) {
		return undefined;
	}
	const zone = decodeZone(value['zone']);
	const { syncedSet } = value;
	return {
		version: 1,
		service,
		plan,
		question,
		askedAt,
		...(zone && { zone }),
		...(syncedSet !== undefined && { syncedSet }),
	};
}

export function decodeOutcome(value: unknown): Outcome | undefined {
	if (!isObject(value) || value['version'] !== 1) {
		return undefined;
	}
	const { file, rows, bytes, finishedAt, durationMs, digest } = value;
	const listed = Array.isArray(value['flags']) ? value['flags'].map((flag) => oneOf(flag, flags)) : [undefined];
	const valid = listed.filter((flag) => flag !== undefined);
	const evidence = decodeEvidence(value);
	if (
		!evidence ||
		typeof file !== 'string' ||
		!isRecordsFileName(file) ||
		!isCount(rows) ||
		!isCount(bytes) ||
		!isTime(finishedAt) ||
		!isCount(durationMs) ||
		valid.length < listed.length
	) {
		return undefined;
	}
	const known = typeof digest === 'string' ? { digest } : {};
	return { version: 1, file, rows, bytes, finishedAt, durationMs, flags: valid, ...evidence, ...known };
}

function decodeName(value: unknown): string | undefined {
	return isObject(value) && value['version'] === 1 && typeof value['name'] === 'string'
		? plainText(value['name']) || undefined
		: undefined;
}

export function decodeZone(value: unknown): Zone | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { kind, name, seconds } = value;
	if (kind === 'named' && typeof name === 'string' && isZoneName(name)) {
		return { kind, name };
	}
	return kind === 'offset' && typeof seconds === 'number' && Number.isSafeInteger(seconds)
		? { kind, seconds }
		: undefined;
}

function decodeQuestion(value: unknown): Question | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const common = decodeCommon(value);
	const { since, until } = value;
	return common && isLongForm(since) && isLongForm(until) ? { ...common, since, until } : undefined;
}

/**
 * Returns true for a time in the long format (see `formatCivil`). Dates are validated because they become part of a
 * file name.
 */
export function isLongForm(value: unknown): value is string {
	const parsed = typeof value === 'string' ? parseCivil(value, 'start') : undefined;
	return parsed?.ok === true && formatCivil(parsed.time) === value;
}

async function describesFile(folder: string, outcome: Outcome): Promise<boolean> {
	return (await sizeOfFile(join(folder, outcome.file))) === outcome.bytes;
}

/** Reads a JSON file. Returns undefined if the file does not exist, and `null` if its content is not valid JSON. */
async function readJson(path: string): Promise<unknown> {
	const size = await sizeOfFile(path);
	if (size === undefined) {
		return undefined;
	}
	try {
		return size <= maxFileSize ? JSON.parse(await readFile(path, 'utf8')) : null;
	} catch {
		return null;
	}
}

async function sizeOfFile(path: string): Promise<number | undefined> {
	try {
		const stats = await lstat(path);
		return stats.isFile() ? stats.size : undefined;
	} catch {
		return undefined;
	}
}

export function isTime(value: unknown): value is string {
	return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function toText(value: StoredQuestion | Outcome | { readonly version: 1; readonly name: string }): string {
	return `${JSON.stringify(value, null, '\t')}\n`;
}
