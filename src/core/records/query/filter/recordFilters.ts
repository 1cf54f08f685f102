import { encodeGroupValue } from '../../../../shared/groupValue';
import type { GroupKey, RecordFilter, View } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import type { TableColumn } from '../../table/table';
import { allRecords, atPositions, positionsByCode, positionsWhere } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import type { KeyCodes } from '../keys/keyCodes';
import type { ShownRecords } from '../keys/outcomes';
import { ShownValues } from '../keys/shownValues';
import { GuardedPattern } from '../values/guardedPattern';
import { TextSearch } from '../values/textSearch';
import type { ColumnFilter } from '../values/valueTest';
import { findAnywhere } from './anywhere';
import { isWrittenAsIs } from './byteSearch';
import { ColumnFilters, type IdlePlaces } from './columnFilters';
import { DeobfuscatedSearch, type TextsTest } from './deobfuscatedSearch';

type FilterOf<K extends RecordFilter['kind']> = Extract<RecordFilter, { kind: K }>;
type TextFilter = FilterOf<'anywhere' | 'contains' | 'matches'>;

/** Results of other queries. Some filters need these results. */
interface FilterInputs {
	keyCodes(key: GroupKey): Promise<KeyCodes>;
	order(view: View): Promise<Uint32Array>;
	shownRecords(): Promise<ShownRecords | undefined>;
}

export class RecordFilters {
	private readonly columns: ColumnFilters;

	constructor(
		private readonly snapshot: Snapshot,
		private readonly inputs: FilterInputs,
		private readonly places: IdlePlaces,
		private readonly scheduler: Scheduler,
	) {
		this.columns = new ColumnFilters(snapshot, places, scheduler);
	}

	/** @param some Records to filter. If undefined, all records are filtered. */
	async select(filters: readonly RecordFilter[], some?: Uint32Array): Promise<Uint32Array> {
		const { records } = this.snapshot;
		const together = some ? [] : filters.flatMap((filter) => this.inPieces(filter));
		let numbers = some ?? (await this.columns.filterInPieces(together, undefined));
		const left = filters.filter((filter) => !together.some((other) => other === filter));
		for (const filter of this.byCost(left)) {
			numbers = await this.passing(filter, numbers ?? allRecords(records));
		}
		return numbers ?? allRecords(records);
	}

	private inPieces(filter: RecordFilter): readonly ColumnFilter[] {
		switch (filter.kind) {
			case 'broken':
			case 'anywhere':
			case 'sameAs':
			case 'group':
			case 'positions':
				return [];
			default: {
				const matchesAll = filter.kind === 'contains' && filter.text === '';
				return !matchesAll && !this.searchesShown(filter) && this.columns.isInPieces(filter) ? [filter] : [];
			}
		}
	}

	/** Puts filters on columns in memory before other filters, so that fewer records are read from the file. */
	private byCost(filters: readonly RecordFilter[]): RecordFilter[] {
		const costs = new Map(filters.map((filter) => [filter, this.costOf(filter)]));
		return filters.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
	}

	private costOf(filter: RecordFilter): number {
		switch (filter.kind) {
			case 'broken':
				return 0;
			case 'group':
			case 'positions':
				return 1;
			case 'anywhere':
				return 3;
			default: {
				if (this.searchesShown(filter)) {
					return 3;
				}
				return filter.kind === 'empty' || !isInFile(this.snapshot.column(filter.column)) ? 0 : 2;
			}
		}
	}

	/** Returns true if a filter must also test deobfuscated traces. */
	private searchesShown(filter: RecordFilter): filter is TextFilter {
		const { snapshot } = this;
		if (snapshot.mappings === undefined || snapshot.mappings.id === '') {
			return false;
		}
		switch (filter.kind) {
			case 'anywhere':
				return filter.columns?.some((column) => ShownValues.isOfTraces(snapshot, column)) ?? true;
			case 'contains':
			case 'matches':
				return ShownValues.isOfTraces(snapshot, filter.column);
			default:
				return false;
		}
	}

	private async passing(filter: RecordFilter, numbers: Uint32Array): Promise<Uint32Array> {
		const written = await this.asWritten(filter, numbers);
		if (written.length === numbers.length || !this.searchesShown(filter)) {
			return written;
		}
		const shown = await this.inputs.shownRecords();
		return shown ? this.withShown(filter, { numbers, written }, shown) : written;
	}

	/** Adds the records whose deobfuscated trace passes the filter. */
	private async withShown(
		filter: TextFilter,
		{ numbers, written }: { readonly numbers: Uint32Array; readonly written: Uint32Array },
		shown: ShownRecords,
	): Promise<Uint32Array> {
		const { snapshot, scheduler } = this;
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

	private async asWritten(filter: RecordFilter, numbers: Uint32Array): Promise<Uint32Array> {
		const { snapshot, columns, scheduler } = this;
		switch (filter.kind) {
			case 'group':
				return this.ofGroups(filter, numbers);
			case 'positions':
				return this.atPositions(filter, numbers);
			case 'broken': {
				const { broken } = snapshot.table;
				return positionsWhere(numbers, (number) => broken.has(number), scheduler);
			}
			case 'anywhere':
				return filter.text === '' ? numbers : this.withText(filter.text, filter.columns, numbers);
			case 'contains': {
				if (filter.text === '') {
					return numbers;
				}
				// Searching all bytes of the file is faster than locating the column's cells before searching them.
				return isInFile(snapshot.column(filter.column)) && isWrittenAsIs(snapshot, new TextSearch(filter.text))
					? this.withText(filter.text, [filter.column], numbers)
					: columns.filter(filter, numbers);
			}
			case 'sameAs':
				return columns.filter(await this.wholeValue(filter), numbers);
			default:
				return columns.filter(filter, numbers);
		}
	}

	private async ofGroups({ key, values, not = false }: FilterOf<'group'>, numbers: Uint32Array): Promise<Uint32Array> {
		const { codes, size, codeOf } = await this.inputs.keyCodes(key);
		const mask = new Uint8Array(size).fill(not ? 1 : 0);
		for (const value of values) {
			const code = codeOf(encodeGroupValue(value));
			if (code !== undefined) {
				mask[code] = not ? 0 : 1;
			}
		}
		return positionsByCode(numbers, codes, mask, this.scheduler);
	}

	private async atPositions({ of, positions }: FilterOf<'positions'>, numbers: Uint32Array): Promise<Uint32Array> {
		const chosen = new Bitset(this.snapshot.records);
		for (const number of atPositions(await this.inputs.order(of), positions)) {
			chosen.add(number);
		}
		return positionsWhere(numbers, (number) => chosen.has(number), this.scheduler);
	}

	private async withText(
		text: string,
		columns: readonly number[] | undefined,
		numbers: Uint32Array,
	): Promise<Uint32Array> {
		const { snapshot, places, scheduler } = this;
		const found = await findAnywhere(snapshot, text, { numbers, columns, places }, scheduler);
		return numbers.length === snapshot.records
			? found.places(snapshot.records)
			: positionsWhere(numbers, (number) => found.has(number), scheduler);
	}

	private async wholeValue({
		column,
		number,
		beginning,
		length,
		not = false,
	}: FilterOf<'sameAs'>): Promise<ColumnFilter> {
		const { table, records } = this.snapshot;
		const value = number < records ? (await table.record(number, this.scheduler.signal)).values[column] : undefined;
		return value?.length === length && value.startsWith(beginning)
			? { kind: 'whole', column, value, not }
			: { kind: 'oneOf', column, values: [], not };
	}
}

function textsTest(filter: TextFilter): TextsTest {
	if (filter.kind === 'matches') {
		const pattern = new GuardedPattern(filter.pattern);
		return (texts) => pattern.test(texts);
	}
	const search = new TextSearch(filter.text);
	return (texts) => texts.map((text) => search.inText(text));
}

function isInFile(column: TableColumn): boolean {
	return column.pieces ? column.pieces.some(({ kind }) => kind === 'raw') : column.values.kind === 'raw';
}
