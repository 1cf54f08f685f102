import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { questionFileName } from '../../core/export/library/entryFiles';
import { isRecordsFileName } from '../../core/export/model/names';
import { isManifestName } from '../../core/sync/model/names';
import { UsageError } from '../options/usageError';

/**
 * Returns the path of a records file. If `path` is a folder, searches for the file in this folder.
 * @throws UsageError if the path doesn't exist or the folder contains no records
 */
export async function recordsAt(path: string): Promise<string> {
	const stats = await stat(path).catch(() => undefined);
	if (!stats) {
		throw new UsageError(`File not found: ${path}`);
	}
	if (!stats.isDirectory()) {
		return path;
	}
	const names = await readdir(path);
	const found = names.find(isManifestName) ?? names.find(isRecordsFileName);
	if (found === undefined) {
		throw new UsageError(`No records found in ${path}`);
	}
	return join(path, found);
}

/** Returns true if the folder of the file also contains the plan of an export. */
export async function isInExportFolder(path: string): Promise<boolean> {
	return (await stat(join(dirname(path), questionFileName)).catch(() => undefined))?.isFile() ?? false;
}
