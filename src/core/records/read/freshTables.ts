import { stat } from 'node:fs/promises';
import { onDisk } from '../../files/diskError';
import { FieldTable } from '../../plan/fields';
import type { Format } from '../../plan/plan';
import type { RecordsIndex, RecordsIndexer } from './recordsIndexer';
import { TableBuilder } from './tableBuilder';

/** Maximum number of records to index during an export. Larger files are indexed later, which saves memory. */
const maxRecords = 1_000_000;

/** Keeps the index of the file that was written last, so that the file doesn't have to be read when it is opened. */
export class FreshTables implements RecordsIndexer {
	private cached: { readonly path: string; readonly state: string; readonly table: TableBuilder } | undefined;

	begin(format: Format, announced = 0): RecordsIndex {
		let table: TableBuilder | undefined = new TableBuilder(format, 0, new FieldTable(), announced);
		return {
			*append(source, offset) {
				if (table) {
					yield* table.append(source, offset);
				}
				if (table && (table.index.records > maxRecords || table.stopped === 'tooWide')) {
					table = undefined;
				}
				return table !== undefined;
			},
			*finish(source, feed) {
				if (table) {
					yield* table.finish(source, feed);
				}
			},
			keep: async (path) => {
				if (table?.index.complete) {
					await this.keep(path, table).catch(() => undefined);
				}
			},
		};
	}

	/**
	 * Replaces the previous index. The table must be finished and must contain the entire file.
	 * @throws AppError `disk`
	 */
	async keep(path: string, table: TableBuilder): Promise<void> {
		this.cached = { path, state: await getState(path), table };
	}

	/**
	 * Returns the index and releases it. Returns undefined if the index is for another file or the file has changed.
	 * @throws AppError `disk`
	 */
	async take(path: string): Promise<TableBuilder | undefined> {
		const { cached } = this;
		if (cached?.path !== path) {
			return undefined;
		}
		this.cached = undefined;
		return (await getState(path)) === cached.state ? cached.table : undefined;
	}
}

async function getState(path: string): Promise<string> {
	const { ino, size, mtimeNs } = await onDisk(path, () => stat(path, { bigint: true }));
	return `${ino} ${size} ${mtimeNs}`;
}
