import type { RecordQueries } from '../../../shared/recordsApi';
import type { RecordDetail, RecordPage } from '../../../shared/results';
import { Pace } from '../../common/pace';
import { readPage, readRecord, readValue } from '../table/readPage';
import type { Prepared } from './prepared';
import type { Snapshot } from './work/snapshot';

export async function pageOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, start, end, columns, cellLength }: RecordQueries['page']['params'],
	signal: AbortSignal,
): Promise<RecordPage> {
	const isWhole = view.filters.length === 0 && view.sort.length === 0;
	const order = isWhole ? undefined : await prepared.order(snapshot, view, signal);
	const count = order?.length ?? snapshot.records;
	const first = Math.min(Math.max(0, start), count);
	const last = Math.max(first, Math.min(end, count));
	const numbers =
		order?.subarray(first, last) ?? Uint32Array.from({ length: last - first }, (_, place) => first + place);
	return readPage(snapshot.table, { numbers, start: first, count, columns, cellLength }, signal);
}

/** @throws RangeError for a number the file does not have. */
export async function recordOf(snapshot: Snapshot, number: number, signal: AbortSignal): Promise<RecordDetail> {
	check(snapshot, number);
	return readRecord(snapshot.table, number, signal);
}

/** @throws RangeError for a number the file does not have. */
export async function wholeValueOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ asShown = false, ...asked }: RecordQueries['value']['params'],
	signal: AbortSignal,
): Promise<string | undefined> {
	check(snapshot, asked.number);
	const text = await readValue(snapshot.table, asked, signal);
	const shown = asShown && text !== undefined ? await prepared.shownValues(snapshot, signal) : undefined;
	const value = await shown?.of(asked.number, text ?? '', new Pace(signal));
	// What a mapping adds is not much.
	return value?.text ?? text;
}

function check({ records }: Snapshot, number: number): void {
	if (!Number.isInteger(number) || number < 0 || number >= records) {
		throw new RangeError(`no record ${number}`);
	}
}

/** Undefined when the view does not hold the record. */
export async function positionOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, number }: RecordQueries['positionOf']['params'],
	signal: AbortSignal,
): Promise<number | undefined> {
	const order = await prepared.order(snapshot, view, signal);
	const position = order.indexOf(number);
	return position === -1 ? undefined : position;
}
