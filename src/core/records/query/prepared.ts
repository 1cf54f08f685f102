import type { GroupKey, RecordFilter, SortKey, View } from '../../../shared/results';
import { Pace, type Report } from '../../common/pace';
import { TextFinder } from '../../scan/textFinder';
import { ProvenTraces } from '../../stack/mapping/provenTraces';
import {
	applyFilter,
	applyToShown,
	byCost,
	filterByGroup,
	filterByPositions,
	filterOfShown,
	filtersInPieces,
} from './filter/applyFilter';
import { CodesPlace } from './filter/codesPlace';
import { filterInPieces, type IdlePlaces } from './filter/columnFilter';
import { DeobfuscatedSearch, type TextsTest } from './filter/deobfuscatedSearch';
import { keptFrameKeys } from './keys/keptFrameKeys';
import { type KeyCodes, keyCodes } from './keys/keyCodes';
import { keySource } from './keys/keyOfText';
import type { ShownRecords } from './keys/outcomes';
import { partCodes } from './keys/partCodes';
import { type RecordOrigins, recordOrigins } from './keys/recordOrigins';
import { ShownValues } from './keys/shownValues';
import { emptyLast, numbersInOrder, sortByNumbers } from './order/columnOrder';
import { rankDictionary, rankTexts, spreadRanks } from './order/columnRanks';
import { radixSort } from './order/radixSort';
import { Idle } from './work/idle';
import { allRecords } from './work/keep';
import { SharedCache } from './work/sharedCache';
import type { Snapshot } from './work/snapshot';
import { type Times, timesOfColumn } from './work/times';

const megabyte = 1024 * 1024;

/** A million records take four. */
const memoryOf = { selections: 24 * megabyte, orders: 24 * megabyte, keys: 32 * megabyte, ranks: 16 * megabyte };

/** Fewer records than one in so many are ranked by themselves rather than with the whole column. */
const worthWholeColumn = 8;

const byteLength = (array: { readonly byteLength: number }) => array.byteLength;

/**
 * What the queries of one table have in common, made when the first of them needs it and remembered. Here stands what is
 * made from what, and what is kept; how each is made stands in functions that get what they need and know nothing of this.
 */
export class Prepared {
	private readonly selections = new SharedCache<Uint32Array>(memoryOf.selections, byteLength);
	private readonly orders = new SharedCache<Uint32Array>(memoryOf.orders, byteLength);
	private readonly keys = new SharedCache<KeyCodes>(memoryOf.keys, ({ bytes }) => bytes);
	private readonly ranks = new SharedCache<Uint32Array>(memoryOf.ranks, byteLength);
	private readonly originsKept = new SharedCache<RecordOrigins>(0, ({ bytes }) => bytes);
	readonly places: IdlePlaces = { codes: new Idle(() => new CodesPlace()), texts: new Idle(() => new TextFinder()) };
	private readonly seconds = new SharedCache<Times>(0, byteLength);

	/** The records that pass all filters, in the order of the file. */
	selection(snapshot: Snapshot, filters: readonly RecordFilter[], signal: AbortSignal): Promise<Uint32Array> {
		const keyOf = (some: readonly RecordFilter[]) =>
			snapshot.key(...some.map((filter) => JSON.stringify(filter)).sort());
		return this.selections.get(
			keyOf(filters),
			async (signal) => {
				if (filters.length === 0) {
					return allRecords(snapshot.records);
				}
				const pace = new Pace(signal);
				// Mostly a filter was added to those there were.
				const added = filters.find((filter) => this.selections.peek(keyOf(without(filters, filter))) !== undefined);
				const rest = added ? without(filters, added) : [];
				let numbers = added ? this.selections.peek(keyOf(rest)) : undefined;
				const together = numbers ? [] : filtersInPieces(snapshot, filters);
				numbers ??= await filterInPieces(snapshot, together, undefined, pace, this.places);
				const left = (added ? [added] : filters).filter((filter) => !together.some((other) => other === filter));
				for (const filter of byCost(snapshot, left)) {
					numbers = await this.passing(snapshot, filter, numbers, pace);
				}
				return numbers ?? allRecords(snapshot.records);
			},
			signal,
		);
	}

	/** Those of some records, in the order of the file, that pass a filter. @param some All of them where it is undefined. */
	private async passing(
		snapshot: Snapshot,
		filter: RecordFilter,
		some: Uint32Array | undefined,
		pace: Pace,
	): Promise<Uint32Array> {
		const numbers = some ?? (await this.selection(snapshot, [], pace.signal));
		switch (filter.kind) {
			case 'group':
				return filterByGroup(await this.keyCodes(snapshot, filter.key, pace.signal), filter, numbers, pace);
			case 'positions': {
				const order = await this.order(snapshot, filter.of, pace.signal);
				return filterByPositions(snapshot, order, filter, numbers, pace);
			}
			default: {
				const ofShown = filterOfShown(snapshot, filter);
				const shown = ofShown && (await this.shownRecords(snapshot, pace.signal));
				return shown
					? applyToShown(snapshot, ofShown, numbers, shown, pace, this.places)
					: applyFilter(snapshot, filter, numbers, pace, this.places);
			}
		}
	}

	/** The records of a view by position. */
	async order(snapshot: Snapshot, { filters, sort }: View, signal: AbortSignal): Promise<Uint32Array> {
		if (sort.length === 0) {
			return this.selection(snapshot, filters, signal);
		}
		return this.orders.get(
			snapshot.key(filters, sort),
			async (signal) => {
				const numbers = await this.selection(snapshot, filters, signal);
				return this.sorted(snapshot, numbers, sort, signal);
			},
			signal,
		);
	}

	/**
	 * The numbers in the order of several columns; those that are equal in all of them keep the order they have. Empty
	 * values come last whether ascending or descending.
	 */
	async sorted(
		snapshot: Snapshot,
		numbers: Uint32Array,
		sort: readonly SortKey[],
		signal: AbortSignal,
	): Promise<Uint32Array> {
		const pace = new Pace(signal);
		let order: Uint32Array = numbers.slice();
		// The last key first: each later pass keeps what the earlier ones have brought in order.
		for (const { column, descending } of sort.toReversed()) {
			const parted = await emptyLast(order, snapshot.column(column).values, pace);
			order = parted.order;
			const filled = order.subarray(0, parted.count);
			const values = numbersInOrder(snapshot.column(column));
			if (values) {
				await sortByNumbers(filled, values, descending, pace);
			} else {
				await radixSort(filled, await this.ranksOf(snapshot, column, filled, signal), pace, descending);
			}
		}
		return order;
	}

	keyCodes(snapshot: Snapshot, key: GroupKey, signal: AbortSignal, report?: Report): Promise<KeyCodes> {
		return this.keys.get(
			snapshot.key(key),
			async (signal, report) => {
				const source = keySource(key, snapshot);
				const pace = new Pace(signal, undefined, report);
				if (source.kind === 'part') {
					return partCodes(await this.keyCodes(snapshot, source.whole, signal, report), pace);
				}
				const shown = source.kind === 'derived' ? await this.shownRecords(snapshot, signal) : undefined;
				const { keyParts, records } = snapshot.table;
				return source.kind === 'derived' && key.kind === 'frames' && keyParts && !shown && records === snapshot.records
					? keptFrameKeys(snapshot, keyParts, source, pace)
					: keyCodes(snapshot, source, pace, shown);
			},
			signal,
			report,
		);
	}

	/** Values as they are shown; undefined where that is as they were written. */
	async shownValues(snapshot: Snapshot, signal: AbortSignal): Promise<ShownValues | undefined> {
		const shown = await this.shownRecords(snapshot, signal);
		return shown && new ShownValues(shown);
	}

	/** What looks in traces as they are shown; undefined where that is as they were written. */
	async deobfuscatedSearch(
		snapshot: Snapshot,
		test: TextsTest,
		signal: AbortSignal,
	): Promise<DeobfuscatedSearch | undefined> {
		const shown = await this.shownRecords(snapshot, signal);
		return shown && new DeobfuscatedSearch(snapshot, shown, test);
	}

	/** What deobfuscates the traces of the records; undefined where there is nothing. */
	private async shownRecords(snapshot: Snapshot, signal: AbortSignal): Promise<ShownRecords | undefined> {
		const { mappings } = snapshot;
		if (!mappings || mappings.id === '') {
			return undefined;
		}
		const { codes, origins, bytes } = await this.origins(snapshot, signal);
		const traced = origins.map((origin) => ({ wanted: mappings.wantedFor(origin), osName: origin.os_name }));
		return {
			traces: () => new ProvenTraces(traced, mappings.source, mappings.ids),
			originOf: (record) => codes[record] ?? 0,
			bytes,
		};
	}

	/** Where the traces of the records come from. */
	origins(snapshot: Snapshot, signal: AbortSignal): Promise<RecordOrigins> {
		return this.originsKept.get(
			// Neither the workspace nor mappings change what records say.
			String(snapshot.records),
			(signal) =>
				recordOrigins(
					snapshot,
					(column) => this.keyCodes(snapshot, { kind: 'column', column }, signal),
					new Pace(signal),
				),
			signal,
		);
	}

	/** By code: the place of a dictionary's value in the order of the column's kind. */
	dictionaryRanks(snapshot: Snapshot, column: number, signal: AbortSignal): Promise<Uint32Array> {
		return this.ranks.get(
			snapshot.key('codes', column),
			(signal) => rankDictionary(snapshot, column, new Pace(signal)),
			signal,
		);
	}

	/** By record: the place of its value, for the numbers at least. None of them may be empty there. */
	textRanks(snapshot: Snapshot, column: number, numbers: Uint32Array, signal: AbortSignal): Promise<Uint32Array> {
		const key = snapshot.key('records', column);
		const few = numbers.length < snapshot.records / worthWholeColumn;
		if (few && this.ranks.peek(key) === undefined) {
			return rankTexts(snapshot, column, numbers, new Pace(signal));
		}
		return this.ranks.get(
			key,
			async (signal) => {
				const filled = await this.selection(snapshot, [{ kind: 'empty', column, not: true }], signal);
				return rankTexts(snapshot, column, filled, new Pace(signal));
			},
			signal,
		);
	}

	/** By record: Unix seconds, NaN where there are none. */
	times(snapshot: Snapshot, column: number, signal: AbortSignal): Promise<Times> {
		return this.seconds.get(
			snapshot.key(column),
			(signal) => timesOfColumn(snapshot, column, new Pace(signal)),
			signal,
		);
	}

	/** By record, for the numbers at least; none of them may be empty there. */
	private async ranksOf(
		snapshot: Snapshot,
		column: number,
		numbers: Uint32Array,
		signal: AbortSignal,
	): Promise<Uint32Array> {
		const { values } = snapshot.column(column);
		if (values.kind !== 'dictionary') {
			return this.textRanks(snapshot, column, numbers, signal);
		}
		const rankOfCode = await this.dictionaryRanks(snapshot, column, signal);
		return spreadRanks(rankOfCode, values, numbers, snapshot.records, new Pace(signal));
	}
}

function without(filters: readonly RecordFilter[], one: RecordFilter): RecordFilter[] {
	return filters.filter((filter) => filter !== one);
}
