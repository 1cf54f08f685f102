import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordFilter } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import type { TableColumn } from '../../table/table';
import type { KeyCodes } from '../keys/keyCodes';
import type { ColumnFilter } from '../values/valueTest';
import { keepByCode, keepWhere } from '../work/keep';
import { atPositions } from '../work/positions';
import type { Snapshot } from '../work/snapshot';
import { findAnywhere } from './anywhere';
import { filterByColumn, type IdlePlaces, isInPieces } from './columnFilter';

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

/** Those of the numbers, which are in the order of the file, that pass a filter. */
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
			if (filter.text === '') {
				return numbers;
			}
			const found = await findAnywhere(snapshot, filter.text, { numbers }, pace);
			return keepWhere(numbers, (number) => found.has(number), pace);
		}
		case 'contains':
			return filter.text === '' ? numbers : filterByColumn(snapshot, filter, numbers, pace, places);
		case 'sameAs':
			return filterByColumn(snapshot, await wholeValue(snapshot, filter, pace), numbers, pace, places);
		default:
			return filterByColumn(snapshot, filter, numbers, pace, places);
	}
}

/** Those of the filters that can be asked together about all records, piece by piece of their columns. */
export function filtersInPieces(snapshot: Snapshot, filters: readonly RecordFilter[]): ColumnFilter[] {
	return filters.flatMap((filter): ColumnFilter[] => {
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
			return filter.kind === 'empty' || !isInFile(snapshot.column(filter.column)) ? 0 : 2;
		}
	}
}

function isInFile(column: TableColumn): boolean {
	return column.pieces ? column.pieces.some(({ kind }) => kind === 'raw') : column.values.kind === 'raw';
}
