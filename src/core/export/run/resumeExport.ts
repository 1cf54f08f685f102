import { join } from 'node:path';
import { whileBusy } from '../../files/busyFiles';
import { onDisk } from '../../files/diskError';
import { assertRoom, minRoomBytes } from '../../files/diskSpace';
import type { Files } from '../../files/durableFile';
import { clearUnfinished } from '../library/clearUnfinished';
import { outcomeFileName } from '../library/entryFiles';
import type { ExportDependencies } from '../library/exportDependencies';
import type { ExportEntry, ExportProgress } from '../model/entry';
import { recordsFileName } from '../model/names';
import { workIn } from './exportRun';
import { fetchRange } from './fetchRange';
import { getFields, type LibraryExport, takeUp } from './libraryExport';

/**
 * Resumes an export with exactly the same requests as before, because the service may have prepared their results by
 * now.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`, and any error from `exportErrors`
 */
export function resumeExport(
	past: LibraryExport,
	dependencies: ExportDependencies,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	return takeUp(past, dependencies, { signal, report }, async (entry, ours, files) => {
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
		const fields = getFields(stored.question, past.additionalFields);
		const outcome = await fetchRange(workIn(folder, stored, fields, dependencies, { signal: ours, report, files }));
		return { folder, stored, outcome };
	});
}

/**
 * Deletes an outcome that doesn't match the records file. Also deletes the records file if such an outcome existed, or
 * if all chunks are complete and will be merged into a new file.
 */
async function removeDisowned({ folder, stored, resumable }: ExportEntry, files: Files): Promise<void> {
	const joins = resumable !== undefined && resumable.chunks > 1 && resumable.done === resumable.chunks;
	await onDisk(folder, async () => {
		const hadOutcome = await whileBusy(files, () => files.rm(join(folder, outcomeFileName))).then(
			() => true,
			() => false,
		);
		if (hadOutcome || joins) {
			await whileBusy(files, () => files.rm(join(folder, recordsFileName(stored.question)), { force: true }));
		}
	});
}
