import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfAborted } from '../../common/cancellation';
import { isObject, parseJson } from '../../common/parseJson';
import { JsonScan } from '../../export/check/jsonScan';
import type { ChunkRecord } from '../../export/chunks/chunkRecord';
import { readThrough } from '../../export/chunks/inspectChunk';
import { readChunkRecords, readCsvHead } from '../../export/chunks/readChunkRecords';
import { formOfRecords } from '../../export/chunks/recordsForm';
import { RecordTimes } from '../../export/chunks/recordTimes';
import type { StoredQuestion } from '../../export/model/entry';
import { onDisk } from '../../files/diskError';
import type { Format } from '../../plan/plan';
import { getTimeField } from '../../plan/timeFields';
import type { Partition } from '../model/syncedSet';

export interface PartitionRecords
	extends Pick<Partition, 'rows' | 'bytes' | 'times' | 'timeless' | 'fields' | 'sections' | 'damaged'> {
	readonly path: string;
}

export async function inspectPartition(
	folder: string,
	file: string,
	question: Pick<StoredQuestion['question'], 'format' | 'fields' | 'dateDimension'>,
	signal: AbortSignal,
): Promise<PartitionRecords> {
	const path = join(folder, file);
	const { shape } = await formOfRecords(path, question);
	return { path, ...(await readThrough(path, shape, signal)), fields: question.fields };
}

/** @returns Undefined if the file contains no intact record */
export async function inspectDamaged(
	path: string,
	{ fields, rows, times: timesBefore, damaged }: Pick<Partition, 'fields' | 'rows' | 'times' | 'damaged'>,
	format: Format,
	signal: AbortSignal,
): Promise<PartitionRecords | undefined> {
	const { size } = await onDisk(path, () => stat(path));
	const times = new RecordTimes();
	const names = new Set(format === 'csv' ? await headerOf(path) : []);
	const columns = format === 'csv' ? fields.filter((field) => names.has(field)) : fields;
	if (columns.length === 0) {
		return undefined;
	}
	const scan = new JsonScan();
	const onChunk = format === 'json' ? (chunk: Buffer) => scan.push(chunk) : undefined;
	for await (const batch of readChunkRecords(path, { format, timeField: getTimeField('receive'), columns }, onChunk)) {
		throwIfAborted(signal);
		for (const record of batch) {
			const members = format === 'csv' ? !record.isRagged && [] : membersOf(record);
			if (members) {
				times.addOne(record.time);
				for (const name of members) {
					names.add(name);
				}
			}
		}
	}
	const found = fields.filter((field) => names.has(field));
	if (times.found.rows === 0 || found.length === 0) {
		return undefined;
	}
	const before = damaged ?? { rows, ...(timesBefore && { times: timesBefore }) };
	const damage = { rows: before.rows, times: before.times, ...(scan.malformed && { hasUnread: true as const }) };
	const { rows: foundRows, timeless, times: foundTimes } = times.found;
	const common = foundTimes && before.times ? commonTimes(foundTimes, before.times) : foundTimes;
	return {
		path,
		bytes: size,
		rows: foundRows,
		timeless,
		fields: found,
		damaged: damage,
		...(common && { times: common }),
	};
}

/** Returns the intersection of two time ranges, because a damaged file can contain times outside its day. */
function commonTimes(one: Times, other: Times): Times | undefined {
	const times = { first: Math.max(one.first, other.first), last: Math.min(one.last, other.last) };
	return times.first <= times.last ? times : undefined;
}

type Times = NonNullable<PartitionRecords['times']>;

/** Returns true if a record of a damaged file is intact and can be written to another file. */
export function isIntact(record: ChunkRecord, format: Format): boolean {
	return format === 'csv' ? !record.isRagged : membersOf(record) !== undefined;
}

/** Returns true if a CSV file doesn't end with a line ending. Its last record may then be truncated. */
export function isUnterminated(path: string, format: Format): Promise<boolean> {
	return onDisk(path, async () => {
		const handle = await open(path, 'r');
		try {
			const { size } = await handle.stat();
			const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
			return format === 'csv' && !/[\r\n]/.test(buffer.toString('latin1'));
		} finally {
			await handle.close();
		}
	});
}

function membersOf({ text }: Pick<ChunkRecord, 'text'>): readonly string[] | undefined {
	const value = parseJson(text.toString());
	return isObject(value) ? Object.keys(value) : undefined;
}

async function headerOf(path: string): Promise<readonly string[]> {
	try {
		return (await readCsvHead(path)).names;
	} catch (error) {
		if (error instanceof RangeError) {
			return [];
		}
		throw error;
	}
}

export function partitionFile(folder: string, partition: Partition): PartitionRecords {
	return { ...partition, path: join(folder, partition.folder, partition.file) };
}
