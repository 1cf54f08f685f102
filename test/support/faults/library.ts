import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readEntry } from '../../../src/core/export/library/entryFiles';
import type { ExportEntry } from '../../../src/core/export/model/entry';
import { isExportFolderName, isRecordsFileName } from '../../../src/core/export/model/names';
import { type Held, recordsIn } from './oracle';

export interface FinishedFile {
	readonly entry: ExportEntry;
	readonly bytes: Buffer;
	readonly held: Held;
}

/**
 * Returns the files of finished exports. Asserts that finished exports have a result and that all others are
 * unfinished.
 */
export async function finishedFiles(library: string): Promise<readonly FinishedFile[]> {
	const paths = readdirSync(library, { recursive: true, encoding: 'utf8' }).map((path) => join(library, path));
	const folders = paths.filter((path) => isExportFolderName(basename(path)));
	for (const folder of folders) {
		assert.ok(await readEntry(folder), `the library cannot read ${folder}`);
	}
	const found: FinishedFile[] = [];
	for (const path of paths.filter((path) => isRecordsFileName(basename(path)))) {
		const entry = await readEntry(dirname(path));
		assert.equal(entry?.outcome?.file, basename(path), `${path} looks finished and is told by no outcome`);
		assert.ok(entry);
		const bytes = readFileSync(path);
		const held = recordsIn(bytes, entry.stored.question.format);
		assert.equal(entry.outcome?.rows, held.records.length, 'the outcome counts other records than there are');
		found.push({ entry, bytes, held });
	}
	return found;
}
