import { createHash, randomInt } from 'node:crypto';
import { withoutTrailing } from '../../common/endings';
import type { Question } from '../../plan/plan';
import { parseAddress } from '../../service/address';

/** Leaves room for the library's own path within the 260 characters of a classic Windows path. */
const maxSlugLength = 48;

/** UTF-8 bytes: file systems of Linux count these, and 255 of them are all that a name may have. */
const maxSlugBytes = 120;

/** Devices to Windows, whatever follows the first dot. */
const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=$|\.)/i;

/** What exports of a service are filed under: the one form of its base address, or what is no address as it is. */
export function normalizeService(service: string): string {
	const parsed = parseAddress(service);
	return parsed.ok ? parsed.address : service;
}

/** A folder name for a service: readable, and different for different services. */
export function serviceFolderName(service: string): string {
	const normalized = normalizeService(service);
	const readable = slug(normalized.replace(/^https?:/, ''), /[^a-z0-9.]+/gi);
	if (readable === '') {
		return digestOf(normalized);
	}
	return avoidReserved(readable === normalized ? readable : `${readable}-${digestOf(normalized)}`);
}

/** `2026-11-20T09-02-03Z-k3v9xa`: sorts by time, in UTC, without the colons that Windows refuses. */
export function exportFolderName(now: Date): string {
	const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
	return `${time}Z-${randomLetters()}`;
}

/** Six small letters and digits, which tell folders of one moment apart. */
export function randomLetters(): string {
	return Array.from({ length: 6 }, () => randomInt(36).toString(36)).join('');
}

export function isExportFolderName(name: string): boolean {
	return /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z-[0-9a-z]{6}$/.test(name);
}

/** `shop-for-android_2026-11-13_2026-11-20.errors.csv` */
export function recordsFileName(question: Pick<Question, 'application' | 'format' | 'since' | 'until'>): string {
	const [since, until] = [question.since.slice(0, 10), question.until.slice(0, 10)];
	const days = since === until ? since : `${since}_${until}`;
	return `${applicationFileName(question.application)}_${days}.errors.${question.format}`;
}

/** `shop-for-android`: what tells in the name of a file which application it is about. */
export function applicationFileName({ id, name = '' }: Question['application']): string {
	return slug(name, /[^\p{L}\p{M}\p{N}]+/gu) || id;
}

export function isRecordsFileName(name: string): boolean {
	return /^[^\\/:*?"<>|\p{Cc}]+\.errors\.(?:csv|json)$/u.test(name);
}

/** @param separators What becomes a hyphen. */
function slug(text: string, separators: RegExp): string {
	const words = text.normalize('NFC').toLowerCase().replace(separators, '-');
	let kept = '';
	for (const character of [...words].slice(0, maxSlugLength)) {
		if (Buffer.byteLength(kept + character) > maxSlugBytes) {
			break;
		}
		kept += character;
	}
	return withoutTrailing(kept.replace(/^[-.]+/, ''), '-.');
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function avoidReserved(name: string): string {
	return reserved.test(name) ? `_${name}` : name;
}
