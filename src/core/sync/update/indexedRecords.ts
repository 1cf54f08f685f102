import { Bitset } from '../../common/bitset';
import { throwIfAborted } from '../../common/cancellation';
import { isProblem } from '../../common/errors';
import { Scheduler } from '../../common/scheduler';
import { type ChunkRecord, timeIn } from '../../export/chunks/chunkRecord';
import { type RecordShape, readChunkRecords, someRecords } from '../../export/chunks/readChunkRecords';
import { RecordTimes } from '../../export/chunks/recordTimes';
import { MemoryBudget } from '../../records/indexFile/memoryBudget';
import { FileTable } from '../../records/read/openTable';
import type { TableBuilder } from '../../records/read/tableBuilder';
import type { ColumnValues } from '../../records/table/table';

/** Memory limit of an open index, in bytes. It is low, because only one column is read. */
const indexMemory = 8 * 1024 * 1024;

/**
 * Maximum number of records to look up in the index and hold in memory. For more records, reading the entire file is
 * just as fast.
 */
const mostBySearch = 20_000;

/** Number of values to read at once, which takes one or two milliseconds. */
const valuesAtOnce = 2048;

type TimeOf = (number: number) => number | undefined;
type TimeTest = (record: Pick<ChunkRecord, 'time'>) => boolean;

/** Reads the records with the wanted times in file order. If there is an index, no other records are read. */
export async function* recordsOfTimes(
	path: string,
	shape: RecordShape,
	isWanted: TimeTest,
	signal: AbortSignal,
): AsyncGenerator<readonly ChunkRecord[], void, void> {
	const found = await findByIndex(path, shape, isWanted, signal);
	for await (const batch of found ? someRecords(path, found, shape) : readChunkRecords(path, shape)) {
		throwIfAborted(signal);
		yield found ? batch : batch.filter(isWanted);
	}
}

/** Returns the number and the time range of the records. Returns undefined if the times in the index may be wrong. */
export async function timesByIndex(
	table: FileTable,
	timeField: string,
	signal: AbortSignal,
): Promise<RecordTimes | undefined> {
	const scheduler = new Scheduler(signal);
	const getTime = await timesIn(table, timeField, scheduler);
	if (!getTime) {
		return undefined;
	}
	const times = new RecordTimes();
	await scheduler.forEachBatch(table.records, (from, to) => {
		for (let number = from; number < to; number++) {
			times.addOne(getTime(number));
		}
	});
	return times;
}

/** Opens the saved index of a file, or returns undefined if no index exists. The caller must dispose of the table. */
export async function openIndexed(path: string, built?: TableBuilder): Promise<FileTable | undefined> {
	try {
		const table = await FileTable.open(path, { built, saved: new MemoryBudget(indexMemory) });
		if (table.complete) {
			return table;
		}
		await table[Symbol.asyncDispose]();
	} catch (error) {
		if (!isProblem(error, 'disk') && !isProblem(error, 'unreadable')) {
			throw error;
		}
	}
	return undefined;
}

async function findByIndex(
	path: string,
	{ timeField }: RecordShape,
	isWanted: TimeTest,
	signal: AbortSignal,
): Promise<readonly Buffer[] | undefined> {
	await using table = await openIndexed(path);
	const scheduler = new Scheduler(signal);
	const getTime = table && (await timesIn(table, timeField, scheduler));
	if (!getTime) {
		return undefined;
	}
	const only = new Bitset(table.records);
	let wanted = 0;
	await scheduler.forEachBatch(table.records, (from, to) => {
		for (let number = from; number < to; number++) {
			if (isWanted({ time: getTime(number) })) {
				only.add(number);
				wanted++;
			}
		}
	});
	if (wanted > mostBySearch) {
		return undefined;
	}
	const found: Buffer[] = [];
	const visit = ({ first, end, bytes, offset }: { first: number; end: number; bytes: Buffer; offset: number }) => {
		for (let number = first; number < end; number++) {
			if (only.has(number)) {
				const start = table.start(number) - offset;
				found.push(Buffer.from(bytes.subarray(start, start + table.length(number))));
			}
		}
	};
	await table.scanBlocks(visit, { signal, only });
	return found;
}

/**
 * Returns the times of the records. Returns undefined unless the table is an intact CSV file, because the sync may
 * split damaged records differently.
 */
async function timesIn(table: FileTable, timeField: string, scheduler: Scheduler): Promise<TimeOf | undefined> {
	const { broken, guessed, moreColumns, truncated, form } = table.info;
	if (table.format !== 'csv' || broken > 0 || guessed > 0 || moreColumns || truncated || form) {
		return undefined;
	}
	const column = table.columns.find(({ name }) => name === timeField);
	return column ? timesOfValues(column.values, scheduler) : () => undefined;
}

async function timesOfValues(values: ColumnValues, scheduler: Scheduler): Promise<TimeOf | undefined> {
	switch (values.kind) {
		case 'dictionary': {
			const byCode: (number | undefined)[] = [];
			await scheduler.forEachBatch(
				values.size,
				(from, to) => {
					for (let code = from; code < to; code++) {
						byCode.push(timeIn(Buffer.from(values.value(code))));
					}
				},
				valuesAtOnce,
			);
			const { codes } = values;
			return (number) => byCode[codes[number] ?? 0];
		}
		case 'number': {
			const { form, low, high, present } = values;
			if (form !== 'integer' || high) {
				return undefined;
			}
			return (number) => (present.has(number) ? low[number] : undefined);
		}
		case 'raw':
			return undefined;
	}
}
