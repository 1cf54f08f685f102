import type { GridPage, GridRow, RowsRequest } from '../model/types';
import { type CachedPage, PageCache, pageLength } from './pageCache';

/**
 * Maximum number of concurrent requests. Two requests hide the latency without delaying the latest request for long.
 */
const maximumRequests = 2;

export type Content =
	| { readonly kind: 'row'; readonly row: GridRow; readonly cellOf: CachedPage['cellOf'] }
	| { readonly kind: 'waiting' }
	| { readonly kind: 'failed' };

interface PageLoaderEvents {
	changed(): void;
	/** Called with the number of rows after the first response, and whenever the number changes. */
	counted(count: number): void;
	failed(error: unknown): void;
}

/** Loads the visible rows first, then adjacent rows. Requests for rows that are out of view are aborted. */
export class PageLoader {
	private readonly cache = new PageCache();
	private readonly requests = new Map<number, AbortController>();
	private readonly failures = new Set<number>();
	private columns: readonly number[] = [];
	private epoch = 0;
	private count: number | undefined;
	private hasAnswer = false;
	private wanted: readonly number[] = [];

	constructor(
		private readonly load: (request: RowsRequest) => Promise<GridPage>,
		private readonly events: PageLoaderEvents,
	) {}

	get answered(): boolean {
		return this.hasAnswer || this.failures.size > 0;
	}

	reset(): void {
		this.epoch++;
		this.count = undefined;
		this.hasAnswer = false;
		this.wanted = [];
		this.dropAll();
	}

	/** Sets the columns to request. Cached pages are discarded if they don't contain all of these columns. */
	setColumns(columns: readonly number[]): void {
		if (columns.some((column) => !this.columns.includes(column))) {
			this.dropAll();
		}
		this.columns = columns;
	}

	/** Sets the number of rows if the owner knows it before a response contains it. */
	setCount(count: number): void {
		if (this.count !== undefined && count > this.count) {
			this.dropShort(this.count, count);
		}
		this.count = count;
	}

	content(position: number): Content {
		const index = Math.floor(position / pageLength);
		const page = this.cache.get(index);
		const row = page?.rows[position % pageLength];
		if (page && row) {
			return { kind: 'row', row, cellOf: page.cellOf };
		}
		return { kind: this.failures.has(index) ? 'failed' : 'waiting' };
	}

	/** Loads the rows from `first` to `end` (exclusive), adjacent rows, and the row `active` if it isn't negative. */
	want(first: number, end: number, count: number, active: number): void {
		const firstPage = Math.floor(first / pageLength);
		const endPage = Math.max(firstPage + 1, Math.ceil(end / pageLength));
		const seen = Array.from({ length: endPage - firstPage }, (_, index) => firstPage + index);
		const others = [Math.floor(active / pageLength), endPage, firstPage - 1];
		this.wanted = [...seen, ...others.filter((index) => index >= 0 && index * pageLength < count)];
		for (const index of [...this.requests.keys()].filter((index) => !this.wanted.includes(index))) {
			this.abort(index);
		}
		this.request();
	}

	retry(): void {
		this.failures.clear();
		this.events.changed();
		this.request();
	}

	dispose(): void {
		this.wanted = [];
		this.dropAll();
	}

	private request(): void {
		for (const index of this.wanted) {
			if (this.requests.size >= maximumRequests) {
				return;
			}
			if (!this.cache.has(index) && !this.requests.has(index) && !this.failures.has(index)) {
				void this.bring(index);
			}
		}
	}

	private async bring(index: number): Promise<void> {
		const controller = new AbortController();
		const { signal } = controller;
		this.requests.set(index, controller);
		const { columns, epoch } = this;
		const start = index * pageLength;
		try {
			const page = await this.load({ start, end: start + pageLength, columns, epoch, signal });
			if (!signal.aborted) {
				this.requests.delete(index);
				this.cache.set(index, { rows: page.rows, cellOf: new Map(columns.map((column, cell) => [column, cell])) });
				this.take(page.count);
			}
		} catch (error) {
			if (!signal.aborted) {
				this.requests.delete(index);
				this.failures.add(index);
				this.events.failed(error);
			}
		}
		if (!signal.aborted) {
			this.events.changed();
			this.request();
		}
	}

	private take(count: number): void {
		this.hasAnswer = true;
		if (count !== this.count) {
			this.setCount(count);
			this.events.counted(count);
		}
	}

	/** Evicts the former last page when rows have been added, because that page may be incomplete. */
	private dropShort(fewer: number, count: number): void {
		const last = Math.floor(fewer / pageLength);
		const rows = this.cache.get(last)?.rows.length ?? 0;
		if (rows < Math.min(pageLength, count - last * pageLength)) {
			this.cache.delete(last);
			this.abort(last);
		}
	}

	private dropAll(): void {
		for (const index of [...this.requests.keys()]) {
			this.abort(index);
		}
		this.failures.clear();
		this.cache.clear();
	}

	private abort(index: number): void {
		this.requests.get(index)?.abort(new DOMException('no longer wanted', 'AbortError'));
		this.requests.delete(index);
	}
}
