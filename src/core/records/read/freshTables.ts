import { stat } from 'node:fs/promises';
import { onDisk } from '../../files/diskError';
import { FieldTable } from '../../plan/fields';
import type { Format } from '../../plan/plan';
import type { RecordsIndex, RecordsIndexer } from './recordsIndexer';
import { TableBuilder } from './tableBuilder';

/**
 * An index on the way takes memory for as long as the export lasts, so that of a larger file is made when it is opened:
 * it then takes a second for each gigabyte or so.
 */
const maxRecords = 1_000_000;

/** The index of the file that was written last, until somebody opens it: it need not be read again. */
export class FreshTables implements RecordsIndexer {
	private kept: { readonly path: string; readonly state: string; readonly table: TableBuilder } | undefined;

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
	 * Takes the place of the one before, opened or not: an index is of some fifty bytes a record.
	 * @param table Was given all bytes of the file, and its end.
	 * @throws AppError `disk`
	 */
	async keep(path: string, table: TableBuilder): Promise<void> {
		this.kept = { path, state: await stateOf(path), table };
	}

	/**
	 * Gives it away, since whoever reads a table owns its memory.
	 * @returns undefined for another file, and for one that was written to since
	 * @throws AppError `disk`
	 */
	async take(path: string): Promise<TableBuilder | undefined> {
		const { kept } = this;
		if (kept?.path !== path) {
			return undefined;
		}
		this.kept = undefined;
		return (await stateOf(path)) === kept.state ? kept.table : undefined;
	}
}

async function stateOf(path: string): Promise<string> {
	const { ino, size, mtimeNs } = await onDisk(path, () => stat(path, { bigint: true }));
	return `${ino} ${size} ${mtimeNs}`;
}
