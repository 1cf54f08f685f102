import { encodeGroupValue } from '../../../../shared/groupValue';
import type { RecordFilter } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { TableColumn } from '../../table/table';
import { atPositions } from '../execution/positions';
import { positionsByCode, positionsWhere } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import type { KeyCodes } from '../keys/keyCodes';
import type { ShownRecords } from '../keys/outcomes';
import { ShownValues } from '../keys/shownValues';
import { GuardedPattern } from '../values/guardedPattern';
import { TextSearch } from '../values/textSearch';
import type { ColumnFilter } from '../values/valueTest';
import { findAnywhere } from './anywhere';
import { isWrittenAsIs } from './byteSearch';
import { filterByColumn, type IdlePlaces, isInPieces } from './columnFilter';
import { DeobfuscatedSearch, type TextsTest } from './deobfuscatedSearch';

type GroupFilter = Extract<RecordFilter, { kind: 'group' }>;

export async function filterByGroup(
	{ codes, size, codeOf: getCode }: KeyCodes,
	{ values, not = false }: GroupFilter,
	numbers: Uint32Array,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const mask = new Uint8Array(size).fill(not ? 1 : 0);
	for (const value of values) {
		const code = getCode(encodeGroupValue(value));
		if (code !== undefined) {
			mask[code] = not ? 0 : 1;
		}
	}
	return positionsByCode(numbers, codes, mask, scheduler);
}

type PositionsFilter = Extract<RecordFilter, { kind: 'positions' }>;

export async function filterByPositions(
	{ records }: Snapshot,
	order: Uint32Array,
	{ positions }: PositionsFilter,
	numbers: Uint32Array,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const chosen = new Bitset(records);
	for (const number of atPositions(order, positions)) {
		chosen.add(number);
	}
	return positionsWhere(numbers, (number) => chosen.has(number), scheduler);
}

type TextFilter = Extract<RecordFilter, { kind: 'anywhere' | 'contains' | 'matches' }>;

/** Returns the filter if deobfuscated traces must be searched as well, otherwise undefined. */
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

interface ShownNumbers {
	readonly numbers: Uint32Array;
	readonly shown: ShownRecords;
}

export async function applyToShown(
	snapshot: Snapshot,
	filter: TextFilter,
	{ numbers, shown }: ShownNumbers,
	scheduler: Scheduler,
	places: IdlePlaces,
): Promise<Uint32Array> {
	const written = await applyFilter(snapshot, filter, numbers, scheduler, places);
	if (written.length === numbers.length) {
		return written;
	}
	const found = new Bitset(snapshot.records);
	await scheduler.forEachBatch(written.length, (from, to) => {
		for (let index = from; index < to; index++) {
			found.add(written[index] ?? 0);
		}
	});
	const rest = new Bitset(snapshot.records);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			if (!found.has(number)) {
				rest.add(number);
			}
		}
	});
	await new DeobfuscatedSearch(snapshot, shown, textsTest(filter)).find(rest, found, scheduler);
	return positionsWhere(numbers, (number) => found.has(number), scheduler);
}

function textsTest(filter: TextFilter): TextsTest {
	if (filter.kind === 'matches') {
		const pattern = new GuardedPattern(filter.pattern);
		return (texts) => pattern.test(texts);
	}
	const search = new TextSearch(filter.text);
	return (texts) => texts.map((text) => search.inText(text));
}

export async function applyFilter(
	snapshot: Snapshot,
	filter: Exclude<RecordFilter, GroupFilter | PositionsFilter>,
	numbers: Uint32Array,
	scheduler: Scheduler,
	places: IdlePlaces,
): Promise<Uint32Array> {
	switch (filter.kind) {
		case 'broken': {
			const { broken } = snapshot.table;
			return positionsWhere(numbers, (number) => broken.has(number), scheduler);
		}
		case 'anywhere': {
			return filter.text === ''
				? numbers
				: withText(snapshot, { text: filter.text, columns: filter.columns, numbers }, scheduler, places);
		}
		case 'contains': {
			if (filter.text === '') {
				return numbers;
			}
			// It is faster to search all bytes of the file than to locate the cells first.
			return isInFile(snapshot.column(filter.column)) && isWrittenAsIs(snapshot, new TextSearch(filter.text))
				? withText(snapshot, { text: filter.text, columns: [filter.column], numbers }, scheduler, places)
				: filterByColumn(snapshot, filter, numbers, scheduler, places);
		}
		case 'sameAs':
			return filterByColumn(snapshot, await wholeValue(snapshot, filter, scheduler), numbers, scheduler, places);
		default:
			return filterByColumn(snapshot, filter, numbers, scheduler, places);
	}
}

interface SearchedCells {
	readonly text: string;
	readonly columns: readonly number[] | undefined;
	readonly numbers: Uint32Array;
}

async function withText(
	snapshot: Snapshot,
	{ text, columns, numbers }: SearchedCells,
	scheduler: Scheduler,
	places: IdlePlaces,
): Promise<Uint32Array> {
	const found = await findAnywhere(snapshot, text, { numbers, columns, places }, scheduler);
	return numbers.length === snapshot.records
		? found.places(snapshot.records)
		: positionsWhere(numbers, (number) => found.has(number), scheduler);
}

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

async function wholeValue(
	{ table, records }: Snapshot,
	{ column, number, beginning, length, not = false }: Extract<RecordFilter, { kind: 'sameAs' }>,
	scheduler: Scheduler,
): Promise<ColumnFilter> {
	const value = number < records ? (await table.record(number, scheduler.signal)).values[column] : undefined;
	return value?.length === length && value.startsWith(beginning)
		? { kind: 'whole', column, value, not }
		: { kind: 'oneOf', column, values: [], not };
}

/** Sorts filters on in-memory columns before other filters, so that fewer records are read from the file. */
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
