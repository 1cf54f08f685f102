import type { GroupKey, RecordFilter, SortKey, View } from '../../../shared/results';
import { type Report, Scheduler } from '../../common/scheduler';
import { ProvenTraces } from '../../stack/mapping/provenTraces';
import { Snapshot } from './execution/snapshot';
import { type Times, timesOfColumn } from './execution/times';
import type { IdlePlaces } from './filter/columnFilters';
import { DeobfuscatedSearch, type TextsTest } from './filter/deobfuscatedSearch';
import { RecordFilters } from './filter/recordFilters';
import { columnCodes } from './keys/columnCodes';
import { derivedCodes } from './keys/derivedCodes';
import { keptFrameKeys } from './keys/keptFrameKeys';
import { type KeyCodes, partCodes } from './keys/keyCodes';
import { keySource } from './keys/keyOfText';
import type { ShownRecords } from './keys/outcomes';
import { type RecordOrigins, recordOrigins } from './keys/recordOrigins';
import { ShownValues } from './keys/shownValues';
import { sortByColumn } from './order/columnOrder';
import { rankDictionary, rankTexts, spreadRanks } from './order/columnRanks';
import type { QueryCache } from './queryCache';

/**
 * If a query needs at least one in `worthWholeColumn` records, the whole column is ranked. Otherwise, only the needed
 * records are ranked.
 */
const worthWholeColumn = 8;

/** Snapshot that caches selections, orders, keys, ranks, and times for later snapshots of the same table. */
export class CachedSnapshot extends Snapshot {
	constructor(
		private readonly cache: QueryCache,
		...table: ConstructorParameters<typeof Snapshot>
	) {
		super(...table);
	}

	get places(): IdlePlaces {
		return this.cache.places;
	}

	selection(filters: readonly RecordFilter[], signal: AbortSignal): Promise<Uint32Array> {
		const { selections, places } = this.cache;
		const getKey = (some: readonly RecordFilter[]) => this.key(...some.map((filter) => JSON.stringify(filter)).sort());
		return selections.get(
			getKey(filters),
			(signal) => {
				const inputs = {
					keyCodes: (key: GroupKey) => this.keyCodes(key, signal),
					order: (view: View) => this.order(view, signal),
					shownRecords: () => this.shownRecords(signal),
				};
				const recordFilters = new RecordFilters(this, inputs, places, new Scheduler(signal));
				// Often, the cache contains the result without one of the filters, because users add filters one by one.
				for (const added of filters) {
					const numbers = selections.peek(getKey(filters.filter((filter) => filter !== added)));
					if (numbers) {
						return recordFilters.select([added], numbers);
					}
				}
				return recordFilters.select(filters);
			},
			signal,
		);
	}

	async order({ filters, sort }: View, signal: AbortSignal): Promise<Uint32Array> {
		if (sort.length === 0) {
			return this.selection(filters, signal);
		}
		return this.cache.orders.get(
			this.key(filters, sort),
			async (signal) => this.sorted(await this.selection(filters, signal), sort, signal),
			signal,
		);
	}

	/** Sorts record numbers by several columns. The sort is stable, and empty values always come last. */
	async sorted(numbers: Uint32Array, sort: readonly SortKey[], signal: AbortSignal): Promise<Uint32Array> {
		const scheduler = new Scheduler(signal);
		let order: Uint32Array = numbers.slice();
		// Sorts by the least significant column first, which works because each sort is stable.
		for (const { column, descending } of sort.toReversed()) {
			const ranksOf = (filled: Uint32Array) => this.ranksOf(column, filled, signal);
			order = await sortByColumn(order, this.column(column), { descending, ranksOf }, scheduler);
		}
		return order;
	}

	keyCodes(key: GroupKey, signal: AbortSignal, report?: Report): Promise<KeyCodes> {
		return this.cache.keys.get(
			this.key(key),
			async (signal, report) => {
				const source = keySource(key, this);
				const scheduler = new Scheduler(signal, undefined, report);
				switch (source.kind) {
					case 'values':
						return columnCodes(this, source.column ?? -1, scheduler);
					case 'part':
						return partCodes(await this.keyCodes(source.whole, signal, report), scheduler);
					case 'derived': {
						const shown = await this.shownRecords(signal);
						const { keyParts, records } = this.table;
						return key.kind === 'frames' && keyParts && !shown && records === this.records
							? keptFrameKeys(this, keyParts, source, scheduler)
							: derivedCodes(this, source, scheduler, shown);
					}
				}
			},
			signal,
			report,
		);
	}

	/** Returns an object that deobfuscates values, or undefined if there are no mapping files. */
	async shownValues(signal: AbortSignal): Promise<ShownValues | undefined> {
		const shown = await this.shownRecords(signal);
		return shown && new ShownValues(shown);
	}

	async deobfuscatedSearch(test: TextsTest, signal: AbortSignal): Promise<DeobfuscatedSearch | undefined> {
		const shown = await this.shownRecords(signal);
		return shown && new DeobfuscatedSearch(this, shown, test);
	}

	private async shownRecords(signal: AbortSignal): Promise<ShownRecords | undefined> {
		const { mappings } = this;
		if (!mappings || mappings.id === '') {
			return undefined;
		}
		const { codes, origins, bytes } = await this.origins(signal);
		const traced = origins.map((origin) => ({ wanted: mappings.wantedFor(origin), osName: origin.os_name }));
		return {
			traces: () => new ProvenTraces(traced, mappings.source, mappings.ids),
			originOf: (record) => codes[record] ?? 0,
			bytes,
		};
	}

	origins(signal: AbortSignal): Promise<RecordOrigins> {
		return this.cache.origins.get(
			// Origins don't depend on mapping files or on the user's own code, so this cache key is sufficient.
			String(this.records),
			(signal) =>
				recordOrigins(this, (column) => this.keyCodes({ kind: 'column', column }, signal), new Scheduler(signal)),
			signal,
		);
	}

	times(column: number, signal: AbortSignal): Promise<Times> {
		return this.cache.times.get(
			this.key(column),
			(signal) => timesOfColumn(this, column, new Scheduler(signal)),
			signal,
		);
	}

	/** Returns the ranks of a dictionary's values, by code. Returns undefined if the column has no dictionary. */
	async dictionaryRanks(column: number, signal: AbortSignal): Promise<Uint32Array | undefined> {
		const { values, kind } = this.column(column);
		return values.kind !== 'dictionary'
			? undefined
			: this.cache.ranks.get(
					this.key('codes', column),
					(signal) => rankDictionary(values, kind, new Scheduler(signal)),
					signal,
				);
	}

	/** Returns ranks by record number, at least for the records in `numbers`, which must have nonempty values. */
	textRanks(column: number, numbers: Uint32Array, signal: AbortSignal): Promise<Uint32Array> {
		const { ranks } = this.cache;
		const key = this.key('records', column);
		const few = numbers.length < this.records / worthWholeColumn;
		if (few && ranks.peek(key) === undefined) {
			return rankTexts(this, column, numbers, new Scheduler(signal));
		}
		return ranks.get(
			key,
			async (signal) => {
				const filled = await this.selection([{ kind: 'empty', column, not: true }], signal);
				return rankTexts(this, column, filled, new Scheduler(signal));
			},
			signal,
		);
	}

	private async ranksOf(column: number, numbers: Uint32Array, signal: AbortSignal): Promise<Uint32Array> {
		const { values } = this.column(column);
		const rankOfCode = await this.dictionaryRanks(column, signal);
		return values.kind === 'dictionary' && rankOfCode
			? spreadRanks(rankOfCode, values, numbers, this.records, new Scheduler(signal))
			: this.textRanks(column, numbers, signal);
	}
}
