import { runSynchronously } from '../../common/cooperativeTask';
import { CsvSource } from '../../scan/csvSource';
import { RecordFeed } from '../../scan/recordFeed';
import { ScannerInstance } from '../../scan/scannerInstance';

/**
 * Maximum length of a record, in bytes. It limits memory usage, because a record is in memory twice while it is split
 * into cells.
 */
const maxRecordLength = 512 * 1024 * 1024;

export interface CsvRow {
	readonly bytes: Buffer;
	/** Alternating start and end offsets of the cells. Cells beyond the width of the header are combined into one. */
	readonly cells: readonly number[];
}

export interface CsvPart {
	readonly header: CsvRow | undefined;
	readonly names: readonly string[];
	/** Valid until the next rows are requested. */
	readonly rows: readonly CsvRow[];
}

/** Splits a CSV file into raw rows. An empty line is a row only if the file has a single column. */
export async function* csvRows(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<CsvPart, void, void> {
	const source = new CsvSource(new ScannerInstance());
	let rows: CsvRow[] = [];
	const feed = new RecordFeed(source, {
		longest: maxRecordLength,
		onFound: () => {
			rows.push(...getRows(source));
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
		runSynchronously(feed.push(chunk));
		yield take();
	}
	runSynchronously(feed.end());
	yield take();
}

function getRows({ found, names }: CsvSource): readonly CsvRow[] {
	const { bytes, words } = found.instance;
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
