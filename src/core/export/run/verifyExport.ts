import { AppError } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import { clearUnfinished } from '../library/clearUnfinished';
import { readEntry, writeOutcome } from '../library/entryFiles';
import type { ExportParts } from '../library/exportParts';
import { keepsSlices, removeSlices } from '../library/leftovers';
import type { ExportEntry, ExportProgress, Outcome } from '../model/entry';
import type { ExportWork } from '../slices/exportWork';
import { isVerifiable } from '../slices/proof';
import { workIn } from './exportRun';
import { fieldsOf, type LibraryExport, takeUp } from './libraryExport';
import { verifySlices } from './verifySlices';

/**
 * Finds out whether a finished export holds all that the service has, and writes it into its outcome: the answers that may
 * have been cut are asked for again in halves, until no piece can have been cut, and compared.
 *
 * When records are missing the pieces that have them are kept, and `resumeExport` completes the export from them. What
 * cannot be verified is given as it is: interrupted exports, those that were cut by the person's own limit, and those that
 * left out shards. Stopped, it goes on where it was when it is asked for again.
 * @throws AppError `signedOut`, `exportRunning`, `disk`, `cancelled`, and whatever `exportErrors` throws
 */
export function verifyExport(
	past: LibraryExport,
	parts: ExportParts,
	signal: AbortSignal,
	report: (progress: ExportProgress) => void,
): Promise<ExportEntry> {
	return takeUp(past, parts, { signal, report }, async (entry, ours, files) => {
		const { folder, stored, outcome } = entry;
		if (!outcome || !isVerifiable(outcome)) {
			return entry;
		}
		await clearUnfinished(folder, files);
		const fields = fieldsOf(stored.question, past.additionalFields);
		await verify(workIn(folder, stored, fields, parts, { signal: ours, report, files }), outcome);
		const verified = await readEntry(folder);
		if (!verified) {
			throw new AppError({ kind: 'disk', fault: 'missing', path: folder, code: 'ENOENT' });
		}
		return verified;
	});
}

async function verify(work: ExportWork, before: Outcome): Promise<void> {
	const { folder, files } = work;
	const outcome = { ...before, ...(await verifySlices(work, before)) };
	await onDisk(folder, () => writeOutcome(folder, outcome, files));
	if (!keepsSlices(outcome)) {
		await removeSlices(folder, files);
	}
}
