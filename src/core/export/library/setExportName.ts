import { join } from 'node:path';
import { cut, plainText } from '../../common/plainText';
import { onDisk } from '../../files/diskError';
import { type Files, nodeFiles } from '../../files/durableFile';
import { nameFileName, writeName } from './entryFiles';
import { libraryOf } from './library';

/** UTF-16 units: more is no name, and would push the rest of a row out of sight. */
const maxNameLength = 100;

/**
 * Gives an export a name, in a file beside its records, or takes it away where nothing is left of the text. Needs no lock:
 * nothing else writes this file, and it is there whole or not at all.
 *
 * @throws AppError `disk`, also for a folder that is no export of these libraries
 */
export async function setExportName(
	libraries: readonly string[],
	folder: string,
	text: string,
	files: Files = nodeFiles,
): Promise<void> {
	await libraryOf(folder, libraries);
	const name = cut(plainText(text), maxNameLength);
	await onDisk(folder, () =>
		name === '' ? files.rm(join(folder, nameFileName), { force: true }) : writeName(folder, name, files),
	);
}
