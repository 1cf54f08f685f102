import type { RecordQueries } from '../../../shared/recordsApi';
import type { RecordDetail, RecordPage } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import { readPage, readRecord, readValue } from '../table/readPage';
import type { CachedSnapshot } from './cachedSnapshot';
import type { Snapshot } from './execution/snapshot';

export async function getPage(
	snapshot: CachedSnapshot,
	{ view, start, end, columns, cellLength, errorLines = false }: RecordQueries['page']['params'],
	signal: AbortSignal,
): Promise<RecordPage> {
	const isWhole = view.filters.length === 0 && view.sort.length === 0;
	const order = isWhole ? undefined : await snapshot.order(view, signal);
	const count = order?.length ?? snapshot.records;
	const first = Math.min(Math.max(0, start), count);
	const last = Math.max(first, Math.min(end, count));
	const numbers =
		order?.subarray(first, last) ?? Uint32Array.from({ length: last - first }, (_, index) => first + index);
	const page = { numbers, start: first, count, columns, cellLength };
	const lineColumn = errorLines ? snapshot.indexOf('error') : undefined;
	return readPage(snapshot.table, lineColumn === undefined ? page : { ...page, lineColumn }, signal);
}

/** @throws RangeError if the file has no record with this number. */
export async function getRecord(snapshot: Snapshot, number: number, signal: AbortSignal): Promise<RecordDetail> {
	check(snapshot, number);
	return readRecord(snapshot.table, number, signal);
}

export async function getWholeValue(
	snapshot: CachedSnapshot,
	{ asShown = false, ...asked }: RecordQueries['value']['params'],
	signal: AbortSignal,
): Promise<string | undefined> {
	check(snapshot, asked.number);
	const text = await readValue(snapshot.table, asked, signal);
	const shown = asShown && text !== undefined ? await snapshot.shownValues(signal) : undefined;
	const value = await shown?.of(asked.number, text ?? '', new Scheduler(signal));
	// The length limit isn't checked again, because deobfuscated text is not much longer than the original.
	return value?.text ?? text;
}

function check({ records }: Snapshot, number: number): void {
	if (!Number.isInteger(number) || number < 0 || number >= records) {
		throw new RangeError(`no record ${number}`);
	}
}

export async function positionOf(
	snapshot: CachedSnapshot,
	{ view, number }: RecordQueries['positionOf']['params'],
	signal: AbortSignal,
): Promise<number | undefined> {
	const order = await snapshot.order(view, signal);
	const position = order.indexOf(number);
	return position === -1 ? undefined : position;
}
