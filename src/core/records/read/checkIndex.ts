import { closeBrace, closeBracket, openBracket } from '../../../shared/ascii';
import { runSynchronously } from '../../common/cooperativeTask';
import { isObject, parseJson } from '../../common/parseJson';
import type { ReadableFile } from '../../files/readableFile';
import { FieldTable } from '../../plan/fields';
import type { SavedIndex } from '../indexFile/savedIndex';
import { TableBuilder } from './tableBuilder';

const maxHeadBytes = 1024 * 1024;
const edgeBytes = 4096;
const maxSampleBytes = 64 * 1024;
const samples = 8;

/**
 * Returns true if the index describes the file. Checks the column names, the bytes around the records, and several
 * sample records.
 */
export async function describesFile(index: SavedIndex, file: ReadableFile): Promise<boolean> {
	const { records, format } = index;
	if (records === 0) {
		return false;
	}
	const last = records - 1;
	const end = index.start(last) + index.length(last);
	const isCsv = format === 'csv';
	const isFramed = isCsv
		? (await isHeader(index, file)) && (await endsCsv(index, file, end))
		: (await beginsJson(index, file)) && (await endsJson(index, file, end));
	if (!isFramed) {
		return false;
	}
	const numbers = new Set(Array.from({ length: samples }, (_, at) => Math.floor((last * at) / (samples - 1))));
	for (const number of numbers) {
		const length = index.length(number);
		if (length <= maxSampleBytes && !index.broken.has(number)) {
			const bytes = await read(file, index.start(number), length);
			if (!(isCsv ? isCsvRecord(index, bytes) : isJsonRecord(index, bytes))) {
				return false;
			}
		}
	}
	return true;
}

async function isHeader(index: SavedIndex, file: ReadableFile): Promise<boolean> {
	const first = index.start(0);
	if (first > maxHeadBytes) {
		return false;
	}
	const head = parseCsv(await read(file, 0, first));
	const names = head.columns.map(({ name }) => name);
	return (
		head.records === 0 &&
		names.length === index.columns.length &&
		names.every((name, at) => name === index.columns[at]?.name)
	);
}

async function endsCsv({ of }: SavedIndex, file: ReadableFile, end: number): Promise<boolean> {
	return of.size - end <= edgeBytes && /^[\r\n]*$/.test((await read(file, end, of.size - end)).toString('latin1'));
}

async function beginsJson(index: SavedIndex, file: ReadableFile): Promise<boolean> {
	if (new Set(index.columns.map(({ name }) => name)).size < index.columns.length) {
		return false;
	}
	const first = index.start(0);
	const length = Math.min(first, edgeBytes);
	const before = (await read(file, first - length, length)).toString('utf8').replace('\ufeff', '').trimEnd();
	return before === '' ? first === length : before.charCodeAt(before.length - 1) === openBracket;
}

async function endsJson({ of }: SavedIndex, file: ReadableFile, end: number): Promise<boolean> {
	const after = (await read(file, end, Math.min(of.size - end, edgeBytes))).toString('utf8').trimStart();
	const next = after.charCodeAt(0);
	return after === '' ? of.size - end <= edgeBytes : next === closeBracket || next === closeBrace;
}

/**
 * Returns true if the bytes are exactly one CSV record. The parser treats the first record as a header, so the bytes
 * are a single record if the parser returns no records.
 */
function isCsvRecord(index: SavedIndex, bytes: Buffer): boolean {
	const { columns, records, info } = parseCsv(bytes);
	return records === 0 && !info.truncated && columns.length === index.columns.length;
}

function isJsonRecord({ columns, info }: SavedIndex, bytes: Buffer): boolean {
	const names = new Set(columns.map(({ name }) => name));
	const record = parseJson(bytes.toString());
	return isObject(record) && (info.moreColumns || Object.keys(record).every((name) => names.has(name)));
}

function parseCsv(bytes: Buffer): TableBuilder['index'] {
	const builder = new TableBuilder('csv', bytes.length, new FieldTable());
	runSynchronously(builder.push(bytes));
	runSynchronously(builder.end());
	return builder.index;
}

async function read(file: ReadableFile, at: number, length: number): Promise<Buffer> {
	const bytes = Buffer.alloc(length);
	const { bytesRead } = await file.read(bytes, 0, length, at);
	return bytes.subarray(0, bytesRead);
}
