import { basename, dirname } from 'node:path';
import { finishedName } from '../../files/unfinished';
import type { ExportEntry } from '../model/entry';
import { recordsFileName } from '../model/names';
import { readEntry } from './entryFiles';
import { getLibrary } from './library';

/**
 * Describes an export from its metadata. Metadata outside the export libraries, for example in a cloned repository, is
 * untrusted and therefore ignored.
 */
export async function describeExport(path: string, libraries: readonly string[]): Promise<ExportEntry | undefined> {
	const folder = dirname(path);
	const isOurs = await getLibrary(folder, libraries).then(
		() => true,
		() => false,
	);
	const entry = isOurs ? await readEntry(folder) : undefined;
	const file = entry && (entry.outcome?.file ?? recordsFileName(entry.stored.question));
	return file === finishedName(basename(path)) ? entry : undefined;
}
