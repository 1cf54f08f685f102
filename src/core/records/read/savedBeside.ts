import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TableInfo } from '../../../shared/results';
import { runSynchronously } from '../../common/cooperativeTask';
import type { ReadableFile } from '../../files/readableFile';
import type { FieldTable } from '../../plan/fields';
import { getFingerprint } from '../indexFile/fingerprint';
import type { MemoryBudget } from '../indexFile/memoryBudget';
import { SavedIndex } from '../indexFile/savedIndex';
import type { FileIndex } from '../table/fileIndex';
import { describesFile } from './checkIndex';
import { TableBuilder } from './tableBuilder';

const chunkBytes = 1024 * 1024;

export async function openSaved(
	path: string,
	handle: ReadableFile,
	fields: FieldTable,
	budget: MemoryBudget,
): Promise<SavedIndex | undefined> {
	const index = await SavedIndex.open(path, await getFingerprint(path, handle), {
		fields,
		budget,
		rebuild: (format) => indexAtOnce(path, format, fields),
	});
	return index && (await describesFile(index, handle)) ? index : undefined;
}

function indexAtOnce(path: string, format: TableInfo['format'], fields: FieldTable): FileIndex {
	const file = openSync(path, 'r');
	try {
		const { size } = fstatSync(file);
		const builder = new TableBuilder(format, size, fields);
		const chunk = Buffer.allocUnsafe(chunkBytes);
		for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
			runSynchronously(builder.push(chunk.subarray(0, read)));
		}
		runSynchronously(builder.end());
		return builder.index;
	} finally {
		closeSync(file);
	}
}
