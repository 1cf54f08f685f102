import { Bitset } from '../../common/bitset';
import { throwIfAborted } from '../../common/cancellation';
import { isProblem } from '../../common/errors';
import { Pace } from '../../common/pace';
import { RecordTimes } from '../../export/slices/recordTimes';
import { type SliceRecord, timeIn } from '../../export/slices/sliceRecord';
import { type RecordShape, sliceRecords, someRecords } from '../../export/slices/sliceRecords';
import { FileTable } from '../../records/read/openTable';
import type { TableBuilder } from '../../records/read/tableBuilder';
import { MemoryBudget } from '../../records/saved/memoryBudget';
import type { ColumnValues } from '../../records/table/table';

/** One column is read of an index. */
const indexMemory = 8 * 1024 * 1024;

/** More records than these are found as quickly by reading the file (and are held in memory together). */
const mostBySearch = 20_000;

/** A millisecond or two. */
const valuesAtOnce = 2048;

type TimeOf = (number: number) => number | undefined;
type TimeTest = (record: Pick<SliceRecord, 'time'>) => boolean;

/**
 * The records of a file whose times are wanted, in its order. Where its index is saved beside it no others are read.
 * @throws AppError `disk` or `cancelled`
 */
export async function* recordsOfTimes(
	path: string,
	shape: RecordShape,
	isWanted: TimeTest,
	signal: AbortSignal,
): AsyncGenerator<readonly SliceRecord[], void, void> {
	const found = await findByIndex(path, shape, isWanted, signal);
	for await (const batch of found ? someRecords(path, found, shape) : sliceRecords(path, shape)) {
		throwIfAborted(signal);
		yield found ? batch : batch.filter(isWanted);
	}
}

/** What the index of a file tells of its records' times; undefined where it cannot be told as surely as by reading it. */
export async function timesByIndex(
	table: FileTable,
	timeField: string,
	signal: AbortSignal,
): Promise<RecordTimes | undefined> {
	const pace = new Pace(signal);
	const timeOf = await timesIn(table, timeField, pace);
	if (!timeOf) {
		return undefined;
	}
	const times = new RecordTimes();
	await pace.walk(table.records, (from, to) => {
		for (let number = from; number < to; number++) {
			times.addOne(timeOf(number));
		}
	});
	return times;
}

/** Undefined where there is no index of this file. It is the caller's to dispose of. @param built Was given all of its bytes. */
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
	const pace = new Pace(signal);
	const timeOf = table && (await timesIn(table, timeField, pace));
	if (!timeOf) {
		return undefined;
	}
	const only = new Bitset(table.records);
	let wanted = 0;
	await pace.walk(table.records, (from, to) => {
		for (let number = from; number < to; number++) {
			if (isWanted({ time: timeOf(number) })) {
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
 * By record: its time as `SliceRecord` has it. Undefined unless all records of the file are those of a sound CSV, as a
 * broken one may be told apart from others in another way.
 */
async function timesIn(table: FileTable, timeField: string, pace: Pace): Promise<TimeOf | undefined> {
	const { broken, guessed, moreColumns, truncated, form } = table.info;
	if (table.format !== 'csv' || broken > 0 || guessed > 0 || moreColumns || truncated || form) {
		return undefined;
	}
	const column = table.columns.find(({ name }) => name === timeField);
	return column ? timesOfValues(column.values, pace) : () => undefined;
}

async function timesOfValues(values: ColumnValues, pace: Pace): Promise<TimeOf | undefined> {
	switch (values.kind) {
		case 'dictionary': {
			const byCode: (number | undefined)[] = [];
			await pace.walk(
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
