import { join } from 'node:path';
import { cut, plainText } from '../../common/plainText';
import { whileBusy } from '../../files/busyFiles';
import { onDisk } from '../../files/diskError';
import { type Files, nodeFiles } from '../../files/durableFile';
import { nameFileName, writeName } from './entryFiles';
import { getLibrary } from './library';

/** Maximum length of an export name, in UTF-16 code units. A longer name would hide the rest of its row in the tree. */
const maxNameLength = 100;

/** Renames an export. Needs no lock, because the file is replaced atomically and no other function writes it. */
export async function setExportName(
	libraries: readonly string[],
	folder: string,
	text: string,
	files: Files = nodeFiles,
): Promise<void> {
	await getLibrary(folder, libraries);
	const name = cut(plainText(text), maxNameLength);
	await onDisk(folder, () =>
		name === ''
			? whileBusy(files, () => files.rm(join(folder, nameFileName), { force: true }))
			: writeName(folder, name, files),
	);
}
