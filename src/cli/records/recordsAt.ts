import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { questionFileName } from '../../core/export/library/entryFiles';
import { isRecordsFileName } from '../../core/export/model/names';
import { isManifestName } from '../../core/kept/model/names';
import { UsageError } from '../asked/usageError';

/**
 * The file that opens what a path names: itself, the records of an export's folder, or the manifest of kept records.
 *
 * @throws UsageError for what is not there, and for a folder without any of these
 */
export async function recordsAt(path: string): Promise<string> {
	const stats = await stat(path).catch(() => undefined);
	if (!stats) {
		throw new UsageError(`There is no file ${path}`);
	}
	if (!stats.isDirectory()) {
		return path;
	}
	const names = await readdir(path);
	const found = names.find(isManifestName) ?? names.find(isRecordsFileName);
	if (found === undefined) {
		throw new UsageError(`There are no records in ${path}`);
	}
	return join(path, found);
}

/** Whether a file of records looks like that of an export, wherever it is. */
export async function liesBesideQuestion(path: string): Promise<boolean> {
	return (await stat(join(dirname(path), questionFileName)).catch(() => undefined))?.isFile() ?? false;
}
