import { join } from 'node:path';
import type { ExportEntry } from './entry';

export function recordsPath({ folder, outcome }: Pick<ExportEntry, 'folder' | 'outcome'>): string | undefined {
	return outcome && join(folder, outcome.file);
}
