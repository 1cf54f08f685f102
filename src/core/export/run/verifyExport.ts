import { AppError } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import type { ExportWork } from '../chunks/exportWork';
import { isVerifiable } from '../chunks/proof';
import { clearUnfinished } from '../library/clearUnfinished';
import { readEntry, writeOutcome } from '../library/entryFiles';
import type { ExportDependencies } from '../library/exportDependencies';
import { removeChunks, retainsChunks } from '../library/orphans';
import type { ExportEntry, ExportProgress, Outcome } from '../model/entry';
import { workIn } from './exportRun';
import { getFields, type LibraryExport, takeUp } from './libraryExport';
import { verifyChunks } from './verifyChunks';

/**
 * Verifies an export and stores the result in the outcome. If records are missing, `resumeExport` can add them. An
 * export that was interrupted, reached the user's limit, or skipped shards can't be verified and is returned unchanged.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`, and any error from `exportErrors`
 */
export function verifyExport(
	past: LibraryExport,
	dependencies: ExportDependencies,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	return takeUp(past, dependencies, { signal, report }, async (entry, ours, files) => {
		const { folder, stored, outcome } = entry;
		if (!outcome || !isVerifiable(outcome)) {
			return entry;
		}
		await clearUnfinished(folder, files);
		const fields = getFields(stored.question, past.additionalFields);
		await verify(workIn(folder, stored, fields, dependencies, { signal: ours, report, files }), outcome);
		const verified = await readEntry(folder);
		if (!verified) {
			throw new AppError({ kind: 'disk', fault: 'missing', path: folder, code: 'ENOENT' });
		}
		return verified;
	});
}

async function verify(work: ExportWork, before: Outcome): Promise<void> {
	const { folder, files } = work;
	const outcome = { ...before, ...(await verifyChunks(work, before)) };
	await onDisk(folder, () => writeOutcome(folder, outcome, files));
	if (!retainsChunks(outcome)) {
		await removeChunks(folder, files);
	}
}
