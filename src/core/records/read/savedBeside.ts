import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TableInfo } from '../../../shared/results';
import { atOnce } from '../../common/steps';
import type { FieldTable } from '../../plan/fields';
import { fingerprintOf } from '../saved/fingerprint';
import type { MemoryBudget } from '../saved/memoryBudget';
import { SavedIndex } from '../saved/savedIndex';
import type { FileIndex } from '../table/fileIndex';
import type { ReadableFile } from './readableFile';
import { TableBuilder } from './tableBuilder';

/** Few enough reads, and little memory. */
const chunkBytes = 1024 * 1024;

/** The index saved beside a file; undefined where there is none that can be trusted. */
export async function openSaved(
	path: string,
	handle: ReadableFile,
	fields: FieldTable,
	budget: MemoryBudget,
): Promise<SavedIndex | undefined> {
	return SavedIndex.open(path, await fingerprintOf(path, handle), {
		fields,
		budget,
		rebuild: (format) => indexAtOnce(path, format, fields),
	});
}

/** The index of a file in the form of exports, made without a turn for others. */
function indexAtOnce(path: string, format: TableInfo['format'], fields: FieldTable): FileIndex {
	const file = openSync(path, 'r');
	try {
		const { size } = fstatSync(file);
		const builder = new TableBuilder(format, size, fields);
		const chunk = Buffer.allocUnsafe(chunkBytes);
		for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
			atOnce(builder.push(chunk.subarray(0, read)));
		}
		atOnce(builder.end());
		return builder.index;
	} finally {
		closeSync(file);
	}
}
