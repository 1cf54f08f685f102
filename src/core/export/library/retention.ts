import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../common/errors';
import type { OpenMarks } from '../../locks/openMarks';
import { journalFileName } from '../chunks/journal';
import type { ExportEntry } from '../model/entry';
import { serviceFolderName } from '../model/names';
import { readEntry } from './entryFiles';
import { deleteExport, exportFolders, type Runners } from './library';

/** Limits for exports on disk. Zero means no limit. */
export interface RetentionPolicy {
	readonly days: number;
	/** Maximum total size of all exports, in megabytes (10^6 bytes). */
	readonly megabytes: number;
}

interface RetentionDependencies {
	readonly runners: Runners;
	readonly marks: Pick<OpenMarks, 'isOpen'>;
	readonly now?: () => Date;
}

export interface RemovedExports {
	readonly count: number;
	readonly bytes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Number of days before an interrupted export can be deleted, so that users have time to resume it. */
const resumableDays = 7;

interface Candidate {
	readonly entry: ExportEntry;
	readonly bytes: number;
	/** Time when the export finished or, if it was interrupted, last made progress (Unix milliseconds). */
	readonly doneAt: number;
}

/**
 * Deletes old exports. Never deletes the newest export or an export that is unreadable, recently interrupted, running,
 * or open.
 */
export async function removeOldExports(
	library: string,
	{ days, megabytes }: RetentionPolicy,
	{ runners, marks, now = () => new Date() }: RetentionDependencies,
): Promise<RemovedExports> {
	if (days <= 0 && megabytes <= 0) {
		return { count: 0, bytes: 0 };
	}
	const today = now().getTime();
	const candidates = await findCandidates(library);
	let held = candidates.reduce((sum, { bytes }) => sum + bytes, 0);
	let removed: RemovedExports = { count: 0, bytes: 0 };
	// A time in the future comes from a wrong clock. Exports with such a time aren't the newest unless all times are in
	// the future.
	const newest = candidates.findLast(({ doneAt }) => doneAt <= today) ?? candidates.at(-1);
	for (const { entry, bytes, doneAt } of candidates.filter((candidate) => candidate !== newest)) {
		const tooOld = days > 0 && today - doneAt > days * dayMs;
		const tooMuch = megabytes > 0 && held > megabytes * 1e6;
		const resumable = !entry.outcome && today - doneAt <= resumableDays * dayMs;
		if ((!tooOld && !tooMuch) || resumable || (await marks.isOpen(entry.folder))) {
			continue;
		}
		if (await isDeleted(library, entry, runners)) {
			held -= bytes;
			removed = { count: removed.count + 1, bytes: removed.bytes + bytes };
		}
	}
	return removed;
}

async function findCandidates(library: string): Promise<readonly Candidate[]> {
	const found: Candidate[] = [];
	for (const { folder, serviceFolder } of await exportFolders(library)) {
		const entry = await readEntry(folder);
		if (entry && serviceFolderName(entry.stored.service) === serviceFolder) {
			const doneAt = entry.outcome ? Date.parse(entry.outcome.finishedAt) : await wentOnAt(entry);
			found.push({ entry, bytes: await bytesIn(folder), doneAt });
		}
	}
	return found.sort((a, b) => a.doneAt - b.doneAt);
}

async function wentOnAt({ folder, stored }: ExportEntry): Promise<number> {
	const requestedAtMs = Date.parse(stored.askedAt);
	return stat(join(folder, journalFileName)).then(
		({ mtimeMs }) => Math.max(requestedAtMs, mtimeMs),
		() => requestedAtMs,
	);
}

export async function bytesIn(folder: string): Promise<number> {
	let bytes = 0;
	for (const file of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
		if (file.isFile()) {
			bytes += await stat(join(file.parentPath, file.name)).then(
				({ size }) => size,
				() => 0,
			);
		}
	}
	return bytes;
}

async function isDeleted(library: string, { folder }: ExportEntry, runners: Runners): Promise<boolean> {
	try {
		await deleteExport(library, folder, runners);
		return true;
	} catch (error) {
		if (error instanceof AppError) {
			return false;
		}
		throw error;
	}
}
