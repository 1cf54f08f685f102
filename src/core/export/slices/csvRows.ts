import { atOnce } from '../../common/steps';
import { CsvSource } from '../../scan/csvSource';
import { Machine } from '../../scan/machine';
import { RecordFeed } from '../../scan/recordFeed';

/** Bytes; a record is held in memory, twice. */
const maxRecordLength = 512 * 1024 * 1024;

/** A row as bytes, quotes and all. */
export interface CsvRow {
	/** Without the line end. */
	readonly bytes: Buffer;
	/** Where each cell begins and ends, in turn; the end is exclusive. What is beyond the header's cells is one cell. */
	readonly cells: readonly number[];
}

/** What was found in a piece of a CSV. */
export interface CsvPart {
	/** Once it is there: the header, and the names in it. */
	readonly header: CsvRow | undefined;
	readonly names: readonly string[];
	/** Of the records; only good until the next part is asked for. */
	readonly rows: readonly CsvRow[];
}

/** Splits a CSV into its records as they stand. An empty line is a row where there is one column only. */
export async function* csvRows(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<CsvPart, void, void> {
	const source = new CsvSource(new Machine());
	let rows: CsvRow[] = [];
	const feed = new RecordFeed(source, {
		longest: maxRecordLength,
		onFound: () => {
			rows.push(...rowsOf(source));
			return true;
		},
	});
	const take = (): CsvPart => {
		if (feed.neverEnds) {
			throw new RangeError('a record that is too long for the memory');
		}
		const { header, headerCells, names } = source;
		const part = { header: names.length > 0 ? { bytes: header, cells: headerCells } : undefined, names, rows };
		rows = [];
		return part;
	};
	for await (const chunk of chunks) {
		atOnce(feed.push(chunk));
		yield take();
	}
	atOnce(feed.end());
	yield take();
}

function rowsOf({ found, names }: CsvSource): readonly CsvRow[] {
	const { bytes, words } = found.machine;
	return Array.from({ length: found.records }, (_, record) => {
		const start = words[found.places / 4 + 2 * record] ?? 0;
		const end = words[found.places / 4 + 2 * record + 1] ?? 0;
		const cells = found.cellsAsWritten(record, names.length);
		const last = cells.at(-1) ?? 0;
		if (cells.length === 2 * names.length && start + last < end) {
			cells.push(last + 1, end - start);
		}
		return { bytes: bytes.subarray(found.base + start, found.base + end), cells };
	});
}
