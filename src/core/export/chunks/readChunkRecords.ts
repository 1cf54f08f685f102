import { createReadStream } from 'node:fs';
import { onDisk } from '../../files/diskError';
import type { Format } from '../../plan/plan';
import { type JsonMember, readMembers } from '../../scan/jsonSkip';
import { type ChunkRecord, type KeyOf, keyFor, timeIn } from './chunkRecord';
import { type CsvRow, csvRows } from './csvRows';
import { CsvShape } from './csvShape';
import { jsonTexts, withoutMembers } from './jsonTexts';

const chunkSize = 256 * 1024;

/** First byte of the UTF-8 byte order mark. A field name can't start with this byte. */
const byteOrderMarkStart = 0xef;

export interface RecordShape {
	readonly format: Format;
	readonly timeField: string;
	/** Fields of the final file. For CSV, they are in the order of its header. */
	readonly columns: readonly string[];
	/**
	 * Fields that, together with the time, identify a record. If undefined, all fields in the final file identify a
	 * record.
	 */
	readonly keyColumns?: readonly string[];
}

export async function* readChunkRecords(
	path: string,
	shape: RecordShape,
	onChunk: (chunk: Buffer) => void = () => {},
): AsyncGenerator<readonly ChunkRecord[], void, void> {
	const chunks = read(path, onChunk);
	yield* shape.format === 'csv' ? csvRecords(chunks, shape) : jsonRecords(chunks, shape);
}

export async function* someRecords(
	path: string,
	records: readonly Buffer[],
	shape: RecordShape,
): AsyncGenerator<readonly ChunkRecord[], void, void> {
	const { row } = await readCsvHead(path);
	const lineEnd = Buffer.from('\n');
	yield* csvRecords(
		[[row.bytes, ...records].flatMap((text) => [text, lineEnd])].map((texts) => Buffer.concat(texts)),
		shape,
	);
}

interface CsvHead {
	readonly byteOrderMark: boolean;
	readonly names: readonly string[];
	readonly row: CsvRow;
	readonly lineEnd: string;
}

export async function readCsvHead(path: string): Promise<CsvHead> {
	const chunks: Buffer[] = [];
	const reading = read(path, (chunk) => chunks.push(chunk));
	let head: Omit<CsvHead, 'lineEnd'> | undefined;
	for await (const { header, names } of csvRows(reading)) {
		if (head) {
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
			yield rows.map(keyShape ? keyedBy(shape, keyShape) : shape.getRecord, shape);
		}
	}
}

function keyedBy(shape: CsvShape, keyShape: CsvShape): (row: CsvRow) => ChunkRecord {
	return (row) => {
		const record = shape.getRecord(row);
		return { ...record, key: (about) => keyFor(keyShape.getValues(row), record.time, about) };
	};
}

async function* jsonRecords(chunks: AsyncIterable<Buffer>, { columns, keyColumns, timeField }: RecordShape) {
	// Only the time field can be requested for merging without being part of the final file.
	const isExtra = (name: string) => name === timeField && !columns.includes(name);
	const isNoKey = keyColumns ? (name: string) => !keyColumns.includes(name) : isExtra;
	for await (const texts of jsonTexts(chunks)) {
		yield texts.map((whole): ChunkRecord => {
			const members = [...readMembers(whole)];
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

/** Returns the members of a record sorted by name, so that the order doesn't depend on the service. */
function inOrder(whole: Buffer, members: readonly JsonMember[], isGone: (name: string) => boolean): Buffer {
	const retained = members.filter(({ name }) => !isGone(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
	return Buffer.concat(
		retained.flatMap(({ name, valueStart, end }) => [
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
