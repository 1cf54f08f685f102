import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordFilter } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { TableColumn } from '../../table/table';
import type { KeyCodes } from '../keys/keyCodes';
import type { ShownRecords } from '../keys/outcomes';
import { ShownValues } from '../keys/shownValues';
import { GuardedPattern } from '../values/guardedPattern';
import { TextSearch } from '../values/textSearch';
import type { ColumnFilter } from '../values/valueTest';
import { keepByCode, keepWhere } from '../work/keep';
import { atPositions } from '../work/positions';
import type { Snapshot } from '../work/snapshot';
import { findAnywhere } from './anywhere';
import { isWrittenAsIs } from './byteSearch';
import { filterByColumn, type IdlePlaces, isInPieces } from './columnFilter';
import { DeobfuscatedSearch, type TextsTest } from './deobfuscatedSearch';

type GroupFilter = Extract<RecordFilter, { kind: 'group' }>;

/** Those of the numbers, which are in the order of the file, that are of some groups, or of none of them. */
export async function filterByGroup(
	{ codes, size, codeOf }: KeyCodes,
	{ values, not = false }: GroupFilter,
	numbers: Uint32Array,
	pace: Pace,
): Promise<Uint32Array> {
	const mask = new Uint8Array(size).fill(not ? 1 : 0);
	for (const value of values) {
		const code = codeOf(encodeGroupValue(value));
		if (code !== undefined) {
			mask[code] = not ? 0 : 1;
		}
	}
	return keepByCode(numbers, codes, mask, pace);
}

type PositionsFilter = Extract<RecordFilter, { kind: 'positions' }>;

/** Those of the numbers, which are in the order of the file, that stand at some positions of an order. */
export async function filterByPositions(
	{ records }: Snapshot,
	order: Uint32Array,
	{ positions }: PositionsFilter,
	numbers: Uint32Array,
	pace: Pace,
): Promise<Uint32Array> {
	const chosen = new Bitset(records);
	for (const number of atPositions(order, positions)) {
		chosen.add(number);
	}
	return keepWhere(numbers, (number) => chosen.has(number), pace);
}

type TextFilter = Extract<RecordFilter, { kind: 'anywhere' | 'contains' | 'matches' }>;

/** The filter, if it looks in traces as they are shown as well, where that is not as they were written. */
export function filterOfShown(snapshot: Snapshot, filter: RecordFilter): TextFilter | undefined {
	const { mappings } = snapshot;
	if (mappings === undefined || mappings.id === '') {
		return undefined;
	}
	switch (filter.kind) {
		case 'anywhere':
			return (filter.columns?.some((column) => ShownValues.isOfTraces(snapshot, column)) ?? true) ? filter : undefined;
		case 'contains':
		case 'matches':
			return ShownValues.isOfTraces(snapshot, filter.column) ? filter : undefined;
		default:
			return undefined;
	}
}

/** Those of the numbers, which are in the order of the file, that pass a filter by what was written or is shown. */
export async function applyToShown(
	snapshot: Snapshot,
	filter: TextFilter,
	numbers: Uint32Array,
	shown: ShownRecords,
	pace: Pace,
	places: IdlePlaces,
): Promise<Uint32Array> {
	const written = await applyFilter(snapshot, filter, numbers, pace, places);
	if (written.length === numbers.length) {
		return written;
	}
	const found = new Bitset(snapshot.records);
	await pace.walk(written.length, (from, to) => {
		for (let index = from; index < to; index++) {
			found.add(written[index] ?? 0);
		}
	});
	const rest = new Bitset(snapshot.records);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			if (!found.has(number)) {
				rest.add(number);
			}
		}
	});
	await new DeobfuscatedSearch(snapshot, shown, textsTest(filter)).find(rest, found, pace);
	return keepWhere(numbers, (number) => found.has(number), pace);
}

function textsTest(filter: TextFilter): TextsTest {
	if (filter.kind === 'matches') {
		const pattern = new GuardedPattern(filter.pattern);
		return (texts) => pattern.test(texts);
	}
	const search = new TextSearch(filter.text);
	return (texts) => texts.map((text) => search.inText(text));
}

/** Those of the numbers, which are in the order of the file, whose values as they were written pass a filter. */
export async function applyFilter(
	snapshot: Snapshot,
	filter: Exclude<RecordFilter, GroupFilter | PositionsFilter>,
	numbers: Uint32Array,
	pace: Pace,
	places: IdlePlaces,
): Promise<Uint32Array> {
	switch (filter.kind) {
		case 'broken': {
			const { broken } = snapshot.table;
			return keepWhere(numbers, (number) => broken.has(number), pace);
		}
		case 'anywhere': {
			return filter.text === '' ? numbers : withText(snapshot, filter.text, filter.columns, numbers, pace, places);
		}
		case 'contains': {
			if (filter.text === '') {
				return numbers;
			}
			// It takes less to search all bytes than to find the cells first.
			return isInFile(snapshot.column(filter.column)) && isWrittenAsIs(snapshot, new TextSearch(filter.text))
				? withText(snapshot, filter.text, [filter.column], numbers, pace, places)
				: filterByColumn(snapshot, filter, numbers, pace, places);
		}
		case 'sameAs':
			return filterByColumn(snapshot, await wholeValue(snapshot, filter, pace), numbers, pace, places);
		default:
			return filterByColumn(snapshot, filter, numbers, pace, places);
	}
}

async function withText(
	snapshot: Snapshot,
	text: string,
	columns: readonly number[] | undefined,
	numbers: Uint32Array,
	pace: Pace,
	places: IdlePlaces,
): Promise<Uint32Array> {
	const found = await findAnywhere(snapshot, text, { numbers, columns, places }, pace);
	return numbers.length === snapshot.records
		? found.places(snapshot.records)
		: keepWhere(numbers, (number) => found.has(number), pace);
}

/** Those of the filters that can be asked together about all records, piece by piece of their columns. */
export function filtersInPieces(snapshot: Snapshot, filters: readonly RecordFilter[]): ColumnFilter[] {
	return filters.flatMap((filter): ColumnFilter[] => {
		if (filterOfShown(snapshot, filter)) {
			return [];
		}
		switch (filter.kind) {
			case 'broken':
			case 'anywhere':
			case 'sameAs':
			case 'group':
			case 'positions':
				return [];
			case 'contains':
				return filter.text !== '' && isInPieces(snapshot, filter) ? [filter] : [];
			default:
				return isInPieces(snapshot, filter) ? [filter] : [];
		}
	});
}

/** With the value that a filter only refers to. */
async function wholeValue(
	{ table, records }: Snapshot,
	{ column, number, beginning, length, not = false }: Extract<RecordFilter, { kind: 'sameAs' }>,
	pace: Pace,
): Promise<ColumnFilter> {
	const value = number < records ? (await table.record(number, pace.signal)).values[column] : undefined;
	return value?.length === length && value.startsWith(beginning)
		? { kind: 'whole', column, value, not }
		: { kind: 'oneOf', column, values: [], not };
}

/** Filters answered from memory come first, so that the file is read for few records. */
export function byCost(snapshot: Snapshot, filters: readonly RecordFilter[]): RecordFilter[] {
	const costs = new Map(filters.map((filter) => [filter, costOf(snapshot, filter)]));
	return filters.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
}

function costOf(snapshot: Snapshot, filter: RecordFilter): number {
	switch (filter.kind) {
		case 'broken':
			return 0;
		case 'group':
		case 'positions':
			return 1;
		case 'anywhere':
			return 3;
		default: {
			if (filterOfShown(snapshot, filter)) {
				return 3;
			}
			return filter.kind === 'empty' || !isInFile(snapshot.column(filter.column)) ? 0 : 2;
		}
	}
}

function isInFile(column: TableColumn): boolean {
	return column.pieces ? column.pieces.some(({ kind }) => kind === 'raw') : column.values.kind === 'raw';
}
