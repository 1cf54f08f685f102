import type { GroupKey, RecordFilter, SortKey, View } from '../../../shared/results';
import { type Report, Scheduler } from '../../common/scheduler';
import { TextFinder } from '../../scan/textFinder';
import { ProvenTraces } from '../../stack/mapping/provenTraces';
import { Idle } from './execution/idle';
import { allRecords } from './execution/selectPositions';
import { SharedCache } from './execution/sharedCache';
import type { Snapshot } from './execution/snapshot';
import { type Times, timesOfColumn } from './execution/times';
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
import { type KeyCodes, partCodes } from './keys/keyCodes';
import { keySource } from './keys/keyOfText';
import { keyCodes } from './keys/makeKeyCodes';
import type { ShownRecords } from './keys/outcomes';
import { type RecordOrigins, recordOrigins } from './keys/recordOrigins';
import { ShownValues } from './keys/shownValues';
import { emptyLast, numbersInOrder, sortByNumbers } from './order/columnOrder';
import { rankDictionary, rankTexts, spreadRanks } from './order/columnRanks';
import { radixSort } from './order/radixSort';

const megabyte = 1024 * 1024;

/** Cache sizes in bytes. An array with a number for each of a million records needs 4 MB. */
const memoryOf = { selections: 24 * megabyte, orders: 24 * megabyte, keys: 32 * megabyte, ranks: 16 * megabyte };

/** If at least one in this many records is needed, the whole column is ranked. Otherwise, only these records are. */
const worthWholeColumn = 8;

const byteLength = (array: { readonly byteLength: number }) => array.byteLength;

export class QueryCache {
	private readonly selections = new SharedCache<Uint32Array>(memoryOf.selections, byteLength);
	private readonly orders = new SharedCache<Uint32Array>(memoryOf.orders, byteLength);
	private readonly keys = new SharedCache<KeyCodes>(memoryOf.keys, ({ bytes }) => bytes);
	private readonly ranks = new SharedCache<Uint32Array>(memoryOf.ranks, byteLength);
	private readonly originsCached = new SharedCache<RecordOrigins>(0, ({ bytes }) => bytes);
	readonly places: IdlePlaces = { codes: new Idle(() => new CodesPlace()), texts: new Idle(() => new TextFinder()) };
	private readonly seconds = new SharedCache<Times>(0, byteLength);

	selection(snapshot: Snapshot, filters: readonly RecordFilter[], signal: AbortSignal): Promise<Uint32Array> {
		const getKey = (some: readonly RecordFilter[]) =>
			snapshot.key(...some.map((filter) => JSON.stringify(filter)).sort());
		return this.selections.get(
			getKey(filters),
			async (signal) => {
				if (filters.length === 0) {
					return allRecords(snapshot.records);
				}
				const scheduler = new Scheduler(signal);
				// A query usually adds one filter to filters whose result is in the cache.
				const added = filters.find((filter) => this.selections.peek(getKey(without(filters, filter))) !== undefined);
				const rest = added ? without(filters, added) : [];
				let numbers = added ? this.selections.peek(getKey(rest)) : undefined;
				const together = numbers ? [] : filtersInPieces(snapshot, filters);
				numbers ??= await filterInPieces(snapshot, together, undefined, scheduler, this.places);
				const left = (added ? [added] : filters).filter((filter) => !together.some((other) => other === filter));
				for (const filter of byCost(snapshot, left)) {
					numbers = await this.passing(snapshot, filter, numbers, scheduler);
				}
				return numbers ?? allRecords(snapshot.records);
			},
			signal,
		);
	}

	/** @param some Records to filter. If undefined, all records are filtered. */
	private async passing(
		snapshot: Snapshot,
		filter: RecordFilter,
		some: Uint32Array | undefined,
		scheduler: Scheduler,
	): Promise<Uint32Array> {
		const numbers = some ?? (await this.selection(snapshot, [], scheduler.signal));
		switch (filter.kind) {
			case 'group':
				return filterByGroup(await this.keyCodes(snapshot, filter.key, scheduler.signal), filter, numbers, scheduler);
			case 'positions': {
				const order = await this.order(snapshot, filter.of, scheduler.signal);
				return filterByPositions(snapshot, order, filter, numbers, scheduler);
			}
			default: {
				const ofShown = filterOfShown(snapshot, filter);
				const shown = ofShown && (await this.shownRecords(snapshot, scheduler.signal));
				return shown
					? applyToShown(snapshot, ofShown, { numbers, shown }, scheduler, this.places)
					: applyFilter(snapshot, filter, numbers, scheduler, this.places);
			}
		}
	}

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

	/** Sorts record numbers by several columns. The sort is stable, and empty values come last in both sort directions. */
	async sorted(
		snapshot: Snapshot,
		numbers: Uint32Array,
		sort: readonly SortKey[],
		signal: AbortSignal,
	): Promise<Uint32Array> {
		const scheduler = new Scheduler(signal);
		let order: Uint32Array = numbers.slice();
		// The least significant column is sorted first. This works because each sort is stable.
		for (const { column, descending } of sort.toReversed()) {
			const parted = await emptyLast(order, snapshot.column(column).values, scheduler);
			order = parted.order;
			const filled = order.subarray(0, parted.count);
			const values = numbersInOrder(snapshot.column(column));
			if (values) {
				await sortByNumbers(filled, values, descending, scheduler);
			} else {
				await radixSort(filled, await this.ranksOf(snapshot, column, filled, signal), scheduler, descending);
			}
		}
		return order;
	}

	keyCodes(snapshot: Snapshot, key: GroupKey, signal: AbortSignal, report?: Report): Promise<KeyCodes> {
		return this.keys.get(
			snapshot.key(key),
			async (signal, report) => {
				const source = keySource(key, snapshot);
				const scheduler = new Scheduler(signal, undefined, report);
				if (source.kind === 'part') {
					return partCodes(await this.keyCodes(snapshot, source.whole, signal, report), scheduler);
				}
				const shown = source.kind === 'derived' ? await this.shownRecords(snapshot, signal) : undefined;
				const { keyParts, records } = snapshot.table;
				return source.kind === 'derived' && key.kind === 'frames' && keyParts && !shown && records === snapshot.records
					? keptFrameKeys(snapshot, keyParts, source, scheduler)
					: keyCodes(snapshot, source, scheduler, shown);
			},
			signal,
			report,
		);
	}

	/** Returns an object that deobfuscates values, or undefined if there are no mapping files. */
	async shownValues(snapshot: Snapshot, signal: AbortSignal): Promise<ShownValues | undefined> {
		const shown = await this.shownRecords(snapshot, signal);
		return shown && new ShownValues(shown);
	}

	async deobfuscatedSearch(
		snapshot: Snapshot,
		test: TextsTest,
		signal: AbortSignal,
	): Promise<DeobfuscatedSearch | undefined> {
		const shown = await this.shownRecords(snapshot, signal);
		return shown && new DeobfuscatedSearch(snapshot, shown, test);
	}

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

	origins(snapshot: Snapshot, signal: AbortSignal): Promise<RecordOrigins> {
		return this.originsCached.get(
			// The number of records is a sufficient key, because origins don't depend on mapping files or the user's own code.
			String(snapshot.records),
			(signal) =>
				recordOrigins(
					snapshot,
					(column) => this.keyCodes(snapshot, { kind: 'column', column }, signal),
					new Scheduler(signal),
				),
			signal,
		);
	}

	dictionaryRanks(snapshot: Snapshot, column: number, signal: AbortSignal): Promise<Uint32Array> {
		return this.ranks.get(
			snapshot.key('codes', column),
			(signal) => rankDictionary(snapshot, column, new Scheduler(signal)),
			signal,
		);
	}

	/** Returns ranks by record number, at least for the records in `numbers`. Their values must not be empty. */
	textRanks(snapshot: Snapshot, column: number, numbers: Uint32Array, signal: AbortSignal): Promise<Uint32Array> {
		const key = snapshot.key('records', column);
		const few = numbers.length < snapshot.records / worthWholeColumn;
		if (few && this.ranks.peek(key) === undefined) {
			return rankTexts(snapshot, column, numbers, new Scheduler(signal));
		}
		return this.ranks.get(
			key,
			async (signal) => {
				const filled = await this.selection(snapshot, [{ kind: 'empty', column, not: true }], signal);
				return rankTexts(snapshot, column, filled, new Scheduler(signal));
			},
			signal,
		);
	}

	times(snapshot: Snapshot, column: number, signal: AbortSignal): Promise<Times> {
		return this.seconds.get(
			snapshot.key(column),
			(signal) => timesOfColumn(snapshot, column, new Scheduler(signal)),
			signal,
		);
	}

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
		return spreadRanks(rankOfCode, values, numbers, snapshot.records, new Scheduler(signal));
	}
}

function without(filters: readonly RecordFilter[], one: RecordFilter): RecordFilter[] {
	return filters.filter((filter) => filter !== one);
}
