import { join } from 'node:path';
import type { ExportEntry } from './entry';

/** Where the records of an export are; undefined where it was interrupted and has no whole file. */
export function recordsPath({ folder, outcome }: Pick<ExportEntry, 'folder' | 'outcome'>): string | undefined {
	return outcome && join(folder, outcome.file);
}
