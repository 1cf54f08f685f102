import type { RecordQueries } from '../../../shared/recordsApi';
import type { Bitset } from '../../common/bitset';
import { Scheduler } from '../../common/scheduler';
import type { CachedSnapshot } from './cachedSnapshot';
import { SharedCache } from './execution/sharedCache';
import { findAnywhere } from './filter/anywhere';
import type { DeobfuscatedSearch } from './filter/deobfuscatedSearch';
import { TextSearch } from './values/textSearch';

type FindMethod = RecordQueries['find'];

/** Number of records to search first. A small number finds nearby matches without reading all records. */
const smallestWindow = 4096;
const largestWindow = 262_144;

const memory = 4 * 1024 * 1024;

interface SortedSearch {
	readonly text: string;
	readonly start: number;
	readonly backwards: boolean;
}

export class Finder {
	private readonly hits = new SharedCache<Bitset>(memory, () => memory / 4);

	async find(
		snapshot: CachedSnapshot,
		{ view, text, from, backwards, columns = [] }: FindMethod['params'],
		signal: AbortSignal,
		report: (progress: FindMethod['progress']) => void,
	): Promise<FindMethod['result']> {
		const order = await snapshot.order(view, signal);
		if (order.length === 0 || text === '') {
			return undefined;
		}
		const start = Math.min(Math.max(0, from), order.length - 1);
		const shown = await this.deobfuscatedSearch(snapshot, text, signal);
		const position =
			view.sort.length === 0
				? await inFileOrder(snapshot, order, { text, shown, start, backwards }, signal, report)
				: await this.inSorted(snapshot, view, order, { text, start, backwards }, signal, report);
		if (position === undefined) {
			return undefined;
		}
		const number = order[position] ?? 0;
		return {
			position,
			number,
			column: await columnWith(snapshot, { number, text, shown, preferred: columns }, signal),
		};
	}

	private deobfuscatedSearch(
		snapshot: CachedSnapshot,
		text: string,
		signal: AbortSignal,
	): Promise<DeobfuscatedSearch | undefined> {
		const search = new TextSearch(text);
		return snapshot.deobfuscatedSearch((texts) => texts.map((one) => search.inText(one)), signal);
	}

	/** Searches all records in one pass in file order, because reading them in the order of the view would be slow. */
	private async inSorted(
		snapshot: CachedSnapshot,
		{ filters }: FindMethod['params']['view'],
		order: Uint32Array,
		{ text, start, backwards }: SortedSearch,
		signal: AbortSignal,
		report: (progress: FindMethod['progress']) => void,
	): Promise<number | undefined> {
		const hits = await this.hits.get(
			snapshot.key(filters, text),
			async (signal) => {
				const numbers = await snapshot.selection(filters, signal);
				const onProgress = (searched: number) => report({ searched, of: order.length });
				const shown = await this.deobfuscatedSearch(snapshot, text, signal);
				return findAnywhere(
					snapshot,
					text,
					{ numbers, onProgress, shown, places: snapshot.places },
					new Scheduler(signal),
				);
			},
			signal,
		);
		for (let step = 0; step < order.length; step++) {
			const position = (start + (backwards ? order.length - step : step)) % order.length;
			if (hits.has(order[position] ?? 0)) {
				return position;
			}
		}
		return undefined;
	}
}

interface FileSearch {
	readonly text: string;
	readonly shown: DeobfuscatedSearch | undefined;
	readonly start: number;
	readonly backwards: boolean;
}

async function inFileOrder(
	snapshot: CachedSnapshot,
	order: Uint32Array,
	{ text, shown, start, backwards }: FileSearch,
	signal: AbortSignal,
	report: (progress: FindMethod['progress']) => void,
): Promise<number | undefined> {
	// All ranges of records use one scheduler, because a single range may be too short to yield.
	const scheduler = new Scheduler(signal);
	const { places } = snapshot;
	let searched = 0;
	let size = smallestWindow;
	for (const [from, to] of backwards
		? ([
				[0, start + 1],
				[start + 1, order.length],
			] as const)
		: ([
				[start, order.length],
				[0, start],
			] as const)) {
		for (let done = 0; done < to - from; size = Math.min(2 * size, largestWindow)) {
			const length = Math.min(size, to - from - done);
			const first = backwards ? to - done - length : from + done;
			const numbers = order.subarray(first, first + length);
			const hits = await findAnywhere(snapshot, text, { numbers, first: !backwards, shown, places }, scheduler);
			const hit = backwards
				? numbers.findLastIndex((number) => hits.has(number))
				: numbers.findIndex((number) => hits.has(number));
			if (hit !== -1) {
				return first + hit;
			}
			done += length;
			searched += length;
			report({ searched, of: order.length });
			if (scheduler.isYieldDue) {
				await scheduler.yieldNow();
			}
		}
	}
	return undefined;
}

interface SearchedRecord {
	readonly number: number;
	readonly text: string;
	readonly shown: DeobfuscatedSearch | undefined;
	readonly preferred: readonly number[];
}

async function columnWith(
	snapshot: CachedSnapshot,
	{ number, text, shown, preferred }: SearchedRecord,
	signal: AbortSignal,
): Promise<number> {
	const all = [...snapshot.allColumns.keys()];
	const [values = []] = await snapshot.table.cells([number], all, signal);
	const search = new TextSearch(text);
	const trace = (await shown?.has(number, new Scheduler(signal))) === true ? snapshot.indexOf('error') : undefined;
	const has = (column: number) => column === trace || search.inText(values[column] ?? '');
	return preferred.find((column) => column < all.length && has(column)) ?? all.find(has) ?? 0;
}
