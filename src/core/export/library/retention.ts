import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../common/errors';
import type { OpenMarks } from '../../locks/openMarks';
import type { ExportEntry } from '../model/entry';
import { serviceFolderName } from '../model/names';
import { journalFileName } from '../slices/journal';
import { readEntry } from './entryFiles';
import { deleteExport, exportFolders, type Runners } from './library';

/** What a person wants kept; zero for no limit. */
export interface RetentionPolicy {
	readonly days: number;
	/** Of all exports together (10^6 bytes). */
	readonly megabytes: number;
}

interface RetentionParts {
	readonly runners: Runners;
	readonly marks: Pick<OpenMarks, 'isOpen'>;
	readonly now?: () => Date;
}

export interface RemovedExports {
	readonly count: number;
	readonly bytes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** An interrupted export can be resumed; nobody should find it gone after a few days away. */
const resumableDays = 7;

interface Candidate {
	readonly entry: ExportEntry;
	readonly bytes: number;
	/** Milliseconds since 1970. Of an interrupted one, when it last went on. */
	readonly doneAt: number;
}

/**
 * Deletes the oldest exports of a library until what is left is as young and as small as the policy says. It keeps, however
 * large and old: the newest one, those that run or are open in any window, those interrupted less than a week ago, and
 * everything that is not an export this version can read.
 * @throws AppError `disk` when the library cannot be read; what cannot be deleted stays, and the next run tries again
 */
export async function removeOldExports(
	library: string,
	{ days, megabytes }: RetentionPolicy,
	{ runners, marks, now = () => new Date() }: RetentionParts,
): Promise<RemovedExports> {
	if (days <= 0 && megabytes <= 0) {
		return { count: 0, bytes: 0 };
	}
	const today = now().getTime();
	const candidates = await findCandidates(library);
	let held = candidates.reduce((sum, { bytes }) => sum + bytes, 0);
	let removed: RemovedExports = { count: 0, bytes: 0 };
	// What a clock that went wrong dated later is not newer than what was done just now.
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

/** Oldest first. */
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
	const asked = Date.parse(stored.askedAt);
	return stat(join(folder, journalFileName)).then(
		({ mtimeMs }) => Math.max(asked, mtimeMs),
		() => asked,
	);
}

/** Of the files in a folder and the folders in it. */
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
