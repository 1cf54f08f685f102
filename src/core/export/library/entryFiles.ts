import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCivil, parseCivil } from '../../../shared/civilTime';
import { plainText } from '../../common/plainText';
import { type Files, writeWhole } from '../../files/durableFile';
import { decodeCommon, decodePlan, isCount, isObject, oneOf } from '../../plan/decodePlan';
import type { Question } from '../../plan/plan';
import { isZoneName, type Zone } from '../../plan/range';
import { decodeEvidence } from '../model/decodeEvidence';
import { type ExportEntry, flags, type Outcome, type Resumable, type StoredQuestion } from '../model/entry';
import { isRecordsFileName } from '../model/names';
import { readJournal } from '../slices/journal';

export const questionFileName = 'question.json';
export const outcomeFileName = 'outcome.json';
/** Beside them where a person named the export. */
export const nameFileName = 'name.json';

/** Ours are a few kilobytes; anything larger is somebody else's file. */
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

/** Undefined: the folder holds no export, or one that this version cannot read. */
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
		// Its missing records are in the slices that found it out.
		return outcome.proof === 'cut' ? (await readJournal(folder))?.resumable : undefined;
	}
	// Without a journal the question alone is there, which is enough to ask again.
	return (await readJournal(folder))?.resumable ?? { slices: 1, done: 0, rows: 0, bytes: 0, queued: false };
}

/** Whether a folder holds what every export begins with. */
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
	return { version: 1, service, plan, question, askedAt, ...(zone && { zone }) };
}

export function decodeOutcome(value: unknown): Outcome | undefined {
	if (!isObject(value) || value['version'] !== 1) {
		return undefined;
	}
	const { file, rows, bytes, finishedAt, durationMs } = value;
	const known = Array.isArray(value['flags']) ? value['flags'].map((flag) => oneOf(flag, flags)) : [undefined];
	const valid = known.filter((flag) => flag !== undefined);
	const evidence = decodeEvidence(value);
	if (
		!evidence ||
		typeof file !== 'string' ||
		!isRecordsFileName(file) ||
		!isCount(rows) ||
		!isCount(bytes) ||
		!isTime(finishedAt) ||
		!isCount(durationMs) ||
		valid.length < known.length
	) {
		return undefined;
	}
	return { version: 1, file, rows, bytes, finishedAt, durationMs, flags: valid, ...evidence };
}

function decodeName(value: unknown): string | undefined {
	return isObject(value) && value['version'] === 1 && typeof value['name'] === 'string'
		? plainText(value['name']) || undefined
		: undefined;
}

/** Undefined when it is not told, or not known to this machine. */
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

/** A time as questions have it: its day becomes part of a file name. */
export function isLongForm(value: unknown): value is string {
	const parsed = typeof value === 'string' ? parseCivil(value, 'start') : undefined;
	return parsed?.ok === true && formatCivil(parsed.time) === value;
}

/** Records that somebody removed or changed no longer match the outcome. */
async function describesFile(folder: string, outcome: Outcome): Promise<boolean> {
	return (await sizeOfFile(join(folder, outcome.file))) === outcome.bytes;
}

/** Undefined where there is no file; `null` where there is one without JSON in it. */
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
