import { basename, dirname } from 'node:path';
import type { ExportEntry } from './entry';
import { readEntry } from './entryFiles';
import { recordsFileName } from './names';
import { finishedName } from './unfinished';

/**
 * The export whose records a file holds, those of one that was interrupted among them; undefined for a file that is
 * none of ours.
 */
export async function describeExport(path: string): Promise<ExportEntry | undefined> {
	const entry = await readEntry(dirname(path));
	const file = entry && (entry.outcome?.file ?? recordsFileName(entry.stored.question));
	return file === finishedName(basename(path)) ? entry : undefined;
}
