import { join } from 'node:path';
import { onDisk } from '../../files/diskError';
import { assertRoom, minRoomBytes } from '../../files/diskSpace';
import type { Files } from '../../files/durableFile';
import { clearUnfinished } from '../library/clearUnfinished';
import { outcomeFileName } from '../library/entryFiles';
import type { ExportParts } from '../library/exportParts';
import type { ExportEntry, ExportProgress } from '../model/entry';
import { recordsFileName } from '../model/names';
import { workIn } from './exportRun';
import { fetchRange } from './fetchRange';
import { fieldsOf, type LibraryExport, takeUp } from './libraryExport';

/**
 * Goes on with an export that was interrupted, or was found to be cut. Only what is missing is asked for, with the very
 * questions that were asked before: an answer that the service has prepared meanwhile is there at once. What is on the
 * disk is checked first. An export that is whole is given as it is.
 *
 * Stopped again, it keeps what it has.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`, and whatever `exportErrors` throws
 */
export function resumeExport(
	past: LibraryExport,
	parts: ExportParts,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	return takeUp(past, parts, { signal, report }, async (entry, ours, files) => {
		if (entry.outcome && !entry.resumable) {
			return entry;
		}
		const { folder, stored } = entry;
		await clearUnfinished(folder, files);
		await assertRoom(folder, minRoomBytes, files);
		if (!entry.outcome) {
			await removeDisowned(entry, files);
		}
		report({ state: 'begun', folder });
		const fields = fieldsOf(stored.question, past.additionalFields);
		const outcome = await fetchRange(workIn(folder, stored, fields, parts, { signal: ours, report, files }));
		return { folder, stored, outcome };
	});
}

/**
 * Records that an outcome tells of and that have changed since are nobody's any more. Those that no outcome tells of are
 * joined again from their slices, which has to find room on the disk.
 */
async function removeDisowned({ folder, stored, resumable }: ExportEntry, files: Files): Promise<void> {
	const joins = resumable !== undefined && resumable.slices > 1 && resumable.done === resumable.slices;
	await onDisk(folder, async () => {
		const told = await files.rm(join(folder, outcomeFileName)).then(
			() => true,
			() => false,
		);
		if (told || joins) {
			await files.rm(join(folder, recordsFileName(stored.question)), { force: true });
		}
	});
}
