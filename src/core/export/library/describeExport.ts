import { basename, dirname } from 'node:path';
import { finishedName } from '../../files/unfinished';
import type { ExportEntry } from '../model/entry';
import { recordsFileName } from '../model/names';
import { readEntry } from './entryFiles';
import { libraryOf } from './library';

/**
 * The export whose records a file holds, those of one that was interrupted among them; undefined for a file that is
 * none of ours. What lies beside a file elsewhere, as in a repository that was cloned, is somebody's claim: nothing that it
 * says is shown as known, and none of its questions is asked on a person's account.
 * @param libraries Roots of the export libraries.
 */
export async function describeExport(path: string, libraries: readonly string[]): Promise<ExportEntry | undefined> {
	const folder = dirname(path);
	const isOurs = await libraryOf(folder, libraries).then(
		() => true,
		() => false,
	);
	const entry = isOurs ? await readEntry(folder) : undefined;
	const file = entry && (entry.outcome?.file ?? recordsFileName(entry.stored.question));
	return file === finishedName(basename(path)) ? entry : undefined;
}
