import { createReadStream } from 'node:fs';
import { onDisk } from '../../files/diskError';
import type { Format } from '../../plan/plan';
import { type CsvRow, csvRows } from './csvRows';
import { CsvShape } from './csvShape';
import { type JsonMember, jsonTexts, membersOf, withoutMembers } from './jsonTexts';
import { type KeyOf, keyFor, type SliceRecord, timeIn } from './sliceRecord';

const chunkSize = 256 * 1024;

/** No field name begins with it. */
const byteOrderMarkStart = 0xef;

/** What a reader of slices has to know. */
export interface RecordShape {
	readonly format: Format;
	/** See `timeFieldOf`. */
	readonly timeField: string;
	/** The person's, which the final file has. For CSV in the order of its header. */
	readonly columns: readonly string[];
	/** What keys are made of beside the time, where files of other columns are compared; all of a record if none are given. */
	readonly keyColumns?: readonly string[];
}

/**
 * The records of a file, in batches.
 * @param onChunk Told every piece that is read.
 * @throws AppError `disk`
 */
export async function* sliceRecords(
	path: string,
	shape: RecordShape,
	onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<readonly SliceRecord[], void, void> {
	const chunks = read(path, onChunk);
	yield* shape.format === 'csv' ? csvRecords(chunks, shape) : jsonRecords(chunks, shape);
}

/**
 * The same of some records of a CSV, given as they stand in it.
 * @throws AppError `disk`
 */
export async function* someRecords(
	path: string,
	records: readonly Buffer[],
	shape: RecordShape,
): AsyncGenerator<readonly SliceRecord[], void, void> {
	const { row } = await readCsvHead(path);
	const lineEnd = Buffer.from('\n');
	yield* csvRecords(
		[[row.bytes, ...records].flatMap((text) => [text, lineEnd])].map((texts) => Buffer.concat(texts)),
		shape,
	);
}

/** What stands above the records of a CSV. */
interface CsvHead {
	readonly byteOrderMark: boolean;
	readonly names: readonly string[];
	readonly row: CsvRow;
	/** Behind it; empty where nothing is. */
	readonly lineEnd: string;
}

/**
 * @param path A CSV that was found whole, so that it has a header.
 * @throws AppError `disk`
 */
export async function readCsvHead(path: string): Promise<CsvHead> {
	const chunks: Buffer[] = [];
	const reading = read(path, (chunk) => chunks.push(chunk));
	let head: Omit<CsvHead, 'lineEnd'> | undefined;
	for await (const { header, names } of csvRows(reading)) {
		if (head) {
			// Both halves of its line end are there.
			break;
		}
		head = header && { byteOrderMark: chunks[0]?.[0] === byteOrderMarkStart, names, row: header };
	}
	if (!head) {
		throw new RangeError('a slice without a header');
	}
	const text = Buffer.concat(chunks);
	const end = text.indexOf(head.row.bytes) + head.row.bytes.length;
	return { ...head, lineEnd: /^(?:\r\n?|\n)?/.exec(text.toString('latin1', end, end + 2))?.[0] ?? '' };
}

async function* csvRecords(
	chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
	{ columns, keyColumns, timeField }: RecordShape,
) {
	let shape: CsvShape | undefined;
	let keyShape: CsvShape | undefined;
	for await (const { names, rows } of csvRows(chunks)) {
		if (names.length > 0) {
			shape ??= new CsvShape({ header: names, columns, timeField });
			keyShape ??= keyColumns && new CsvShape({ header: names, columns: keyColumns, timeField });
			yield rows.map(keyShape ? keyedBy(shape, keyShape) : shape.recordOf, shape);
		}
	}
}

function keyedBy(shape: CsvShape, keyShape: CsvShape): (row: CsvRow) => SliceRecord {
	return (row) => ({ ...shape.recordOf(row), key: keyShape.recordOf(row).key });
}

async function* jsonRecords(chunks: AsyncIterable<Buffer>, { columns, keyColumns, timeField }: RecordShape) {
	// Only this was asked for beside the person's fields; members that nobody asked for are theirs to see.
	const isExtra = (name: string) => name === timeField && !columns.includes(name);
	const isNoKey = keyColumns ? (name: string) => !keyColumns.includes(name) : isExtra;
	for await (const texts of jsonTexts(chunks)) {
		yield texts.map((whole): SliceRecord => {
			const members = membersOf(whole);
			const timed = members.findLast(({ name }) => name === timeField);
			const time = timed && timeIn(whole.subarray(timed.valueStart, timed.end));
			const text = withoutMembers(whole, members, isExtra);
			return {
				time,
				text,
				key: (about: KeyOf) => keyFor(members.length === 0 ? text : inOrder(whole, members, isNoKey), time, about),
			};
		});
	}
}

/** The members of a record in an order that does not depend on the service's. */
function inOrder(whole: Buffer, members: readonly JsonMember[], isGone: (name: string) => boolean): Buffer {
	const kept = members.filter(({ name }) => !isGone(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
	return Buffer.concat(
		kept.flatMap(({ name, valueStart, end }) => [
			Buffer.from(JSON.stringify(name)),
			whole.subarray(valueStart, end),
			Buffer.from(','),
		]),
	);
}

async function* read(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer, void, void> {
	const stream = createReadStream(path, { highWaterMark: chunkSize });
	const iterator: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
	try {
		for (;;) {
			const next = await onDisk(path, () => iterator.next());
			if (next.done) {
				return;
			}
			onChunk(next.value);
			yield next.value;
		}
	} finally {
		stream.destroy();
	}
}
