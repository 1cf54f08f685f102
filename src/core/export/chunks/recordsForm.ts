import { open } from 'node:fs/promises';
import { onDisk } from '../../files/diskError';
import type { Question } from '../../plan/plan';
import { getTimeField } from '../../plan/timeFields';
import { CsvShape } from './csvShape';
import { type RecordShape, readCsvHead } from './readChunkRecords';

export interface RecordsFrame {
	readonly head: Buffer;
	readonly separator: Buffer;
	/** Text after the last record. A file without records ends with `emptyTail` instead. */
	readonly tail: Buffer;
	readonly emptyTail: Buffer;
}

export interface RecordsForm {
	readonly frame: RecordsFrame;
	readonly shape: RecordShape;
}

/** @param more Columns that the other files to be merged contain but this file doesn't. */
export async function formOfRecords(
	path: string,
	{ format, fields, dateDimension }: Pick<Question, 'format' | 'fields' | 'dateDimension'>,
	more: readonly string[] = [],
): Promise<RecordsForm> {
	const timeField = getTimeField(dateDimension);
	if (format === 'json') {
		return { frame: jsonFrame(await readBeginning(path)), shape: { format, timeField, columns: [...fields, ...more] } };
	}
	const { byteOrderMark, names: all, row, ...rest } = await readCsvHead(path);
	const columns = all.filter((name) => fields.includes(name));
	const header = new CsvShape({ header: all, columns, timeField }).getText(row);
	const lineEnd = Buffer.from(rest.lineEnd || '\n');
	const names = [header, ...more.map((name) => Buffer.from(`,${name}`))];
	const head = Buffer.concat([byteOrderMark ? Buffer.from('\ufeff') : Buffer.alloc(0), ...names, lineEnd]);
	const frame = { head, separator: lineEnd, tail: lineEnd, emptyTail: Buffer.alloc(0) };
	return { frame, shape: { format, timeField, columns: [...columns, ...more] } };
}

function jsonFrame(beginning: string): RecordsFrame {
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
