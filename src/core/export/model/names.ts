import { createHash, randomInt } from 'node:crypto';
import { withoutTrailing } from '../../common/endings';
import type { Question } from '../../plan/plan';
import { parseAddress } from '../../service/address';

/**
 * Maximum length of a service or application name in a path, in Unicode code points. Longer names could make paths
 * exceed the limit of 260 characters on Windows.
 */
const maxSlugLength = 48;

/**
 * Maximum length of a service or application name in a path, in UTF-8 bytes. Linux file systems limit a whole file name
 * to 255 bytes.
 */
const maxSlugBytes = 120;

/** Device names that are reserved on Windows, even with a file extension. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=$|\.)/i;

/** Returns the canonical base URL that identifies a service. Text that is not a URL is returned unchanged. */
export function normalizeService(service: string): string {
	const parsed = parseAddress(service);
	return parsed.ok ? parsed.address : service;
}

export function serviceFolderName(service: string): string {
	const normalized = normalizeService(service);
	const readable = slug(normalized.replace(/^https?:/, ''), /[^a-z0-9.]+/gi);
	if (readable === '') {
		return digestOf(normalized);
	}
	return avoidReserved(readable === normalized ? readable : `${readable}-${digestOf(normalized)}`);
}

/**
 * Returns a folder name that sorts by time, such as `2026-11-20T09-02-03Z-k3v9xa`. It contains no colons, because
 * Windows doesn't allow them.
 */
export function exportFolderName(now: Date): string {
	const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
	return `${time}Z-${randomLetters()}`;
}

/** Returns six random lowercase letters or digits, which distinguish folders that were created in the same second. */
export function randomLetters(): string {
	return Array.from({ length: 6 }, () => randomInt(36).toString(36)).join('');
}

export function isExportFolderName(name: string): boolean {
	return /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-[0-9a-z]{6}$/.test(name);
}

/** Returns a file name such as `shop-for-android_2026-11-13_2026-11-20.errors.csv`. */
export function recordsFileName(question: Pick<Question, 'application' | 'format' | 'since' | 'until'>): string {
	const [since, until] = [question.since.slice(0, 10), question.until.slice(0, 10)];
	const days = since === until ? since : `${since}_${until}`;
	return `${applicationFileName(question.application)}_${days}.errors.${question.format}`;
}

export function applicationFileName({ id, name = '' }: Question['application']): string {
	return slug(name, /[^\p{L}\p{M}\p{N}]+/gu) || id;
}

export function isRecordsFileName(name: string): boolean {
	return /^[^\\/:*?"<>|\p{Cc}]+\.errors\.(?:csv|json)$/u.test(name);
}

function slug(text: string, separators: RegExp): string {
	const words = text.normalize('NFC').toLowerCase().replace(separators, '-');
	let retained = '';
	for (const character of [...words].slice(0, maxSlugLength)) {
		if (Buffer.byteLength(retained + character) > maxSlugBytes) {
			break;
		}
		retained += character;
	}
	return withoutTrailing(retained.replace(/^[-.]+/, ''), '-.');
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Changes a name that Windows reserves for a device, such as `aux.json`, so that it becomes valid. */
export function avoidReserved(name: string): string {
	return reserved.test(name) ? `_${name}` : name;
}
