import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { onDisk } from '../../files/diskError';
import type { Files } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import type { RecordsIndexer } from '../../records/read/recordsIndexer';
import { scanOfAnswer } from '../check/scanOfAnswer';
import type { WrittenRecords } from '../download/consumeBody';
import { RecordsFile } from '../download/recordsFile';
import { CsvShape } from './csvShape';
import { type HeldSlice, timeFieldOf } from './slice';
import type { SliceRecord } from './sliceRecord';
import { type RecordShape, readCsvHead } from './sliceRecords';
import { unionOfSlices } from './unionOfSlices';

export interface JoinOptions {
	readonly folder: string;
	/** In the order of time; one at least. */
	readonly slices: readonly HeldSlice[];
	readonly question: Question;
	readonly files: Files;
	readonly signal: AbortSignal;
	/** Told how many bytes of the slices were read, each time. */
	readonly onBytes: (bytes: number) => void;
	readonly indexer?: RecordsIndexer | undefined;
}

/** What stands around the records of a file. */
interface Frame {
	readonly head: Buffer;
	readonly separator: Buffer;
	/** Of a file that has records, and of one that has none. */
	readonly tail: Buffer;
	readonly emptyTail: Buffer;
}

/**
 * Writes the file of an export from its slices, in one pass over each. A CSV has the header, the byte order mark, the
 * order of columns and the line ends of the first slice. JSON is `{"data":[…]}` or a bare array, as the first slice is,
 * with a record to a line; what else an answer says beside its records is about that answer, and is left out.
 *
 * At the most the disk holds everything twice: in the slices and in the file.
 * @throws AppError `disk` or `cancelled`
 */
export async function joinSlices(options: JoinOptions, path: string): Promise<WrittenRecords> {
	const { folder, slices, question, files, signal, indexer } = options;
	const index = indexer?.begin(question.format);
	// The same as for an answer: what is whole to it has an index.
	const scan = index && scanOfAnswer(question, index);
	const { frame, shape } = await frameOf(folder, slices, question);
	await using file = await RecordsFile.create(
		path,
		files,
		slices.reduce((sum, slice) => sum + slice.bytes, 0),
	);
	let [rows, bytes] = [0, 0];
	const write = async (part: Buffer) => {
		await file.write(part);
		scan?.push(part);
		bytes += part.length;
	};
	await write(frame.head);
	for await (const batch of kept(options, shape)) {
		throwIfAborted(signal);
		await write(
			Buffer.concat(batch.flatMap(({ text }, index) => (rows + index === 0 ? [text] : [frame.separator, text]))),
		);
		rows += batch.length;
	}
	await write(rows === 0 ? frame.emptyTail : frame.tail);
	throwIfAborted(signal);
	await file.finish();
	scan?.end();
	await index?.keep(path);
	return { rows, bytes };
}

/**
 * How many records the slices hold together, or the limit if that is less.
 * @throws AppError `disk` or `cancelled`
 */
export async function countJoined(options: JoinOptions): Promise<number> {
	let rows = 0;
	for await (const batch of kept(options, await shapeOf(options.folder, options.slices, options.question))) {
		throwIfAborted(options.signal);
		rows += batch.length;
	}
	return rows;
}

/** How the records of an export's slices are to be read. */
export async function shapeOf(folder: string, slices: readonly HeldSlice[], question: Question): Promise<RecordShape> {
	return (await frameOf(folder, slices, question)).shape;
}

async function* kept(
	{ folder, slices, question: { limit }, onBytes }: JoinOptions,
	shape: RecordShape,
): AsyncGenerator<readonly SliceRecord[], void, void> {
	let room = limit ?? Number.POSITIVE_INFINITY;
	for await (const batch of unionOfSlices(folder, slices, shape, onBytes)) {
		yield batch.slice(0, room);
		room -= batch.length;
		if (room <= 0) {
			return;
		}
	}
}

async function frameOf(
	folder: string,
	[first]: readonly HeldSlice[],
	{ format, fields, dateDimension }: Question,
): Promise<{ readonly frame: Frame; readonly shape: RecordShape }> {
	const timeField = timeFieldOf(dateDimension);
	const path = join(folder, first?.file ?? '');
	if (format === 'json') {
		return { frame: jsonFrame(await readBeginning(path)), shape: { format, timeField, columns: fields } };
	}
	const { byteOrderMark, names, row, ...rest } = await readCsvHead(path);
	const columns = names.filter((name) => fields.includes(name));
	const header = new CsvShape({ header: names, columns, timeField }).textOf(row);
	const lineEnd = Buffer.from(rest.lineEnd || '\n');
	const head = Buffer.concat([byteOrderMark ? Buffer.from('\ufeff') : Buffer.alloc(0), header, lineEnd]);
	const frame = { head, separator: lineEnd, tail: lineEnd, emptyTail: Buffer.alloc(0) };
	return { frame, shape: { format, timeField, columns } };
}

function jsonFrame(beginning: string): Frame {
	const mark = beginning.startsWith('\ufeff') ? '\ufeff' : '';
	const bare = beginning.slice(mark.length).trimStart().startsWith('[');
	const tail = bare ? '\n]\n' : '\n]}\n';
	return {
		head: Buffer.from(`${mark}${bare ? '[' : '{"data":['}\n`),
		separator: Buffer.from(',\n'),
		tail: Buffer.from(tail),
		emptyTail: Buffer.from(tail.trimStart()),
	};
}

function readBeginning(path: string): Promise<string> {
	return onDisk(path, async () => {
		const handle = await open(path, 'r');
		try {
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
			return buffer.toString('utf8', 0, bytesRead);
		} finally {
			await handle.close();
		}
	});
}
