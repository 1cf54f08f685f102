import { RecentCache } from '../../../../shared/recentCache';
import { cancelled, throwIfAborted, untilAborted } from '../../../common/cancellation';
import type { Report } from '../../../common/scheduler';

interface Work<V> {
	readonly promise: Promise<V>;
	readonly controller: AbortController;
	waiting: number;
	readonly reports: Set<Report>;
}

type Make<V> = (signal: AbortSignal, report: Report) => Promise<V>;

/**
 * LRU cache whose callers share a running computation. The computation is canceled when no caller waits for it anymore.
 */
export class SharedCache<V> {
	private readonly made: RecentCache<string, V>;
	private readonly making = new Map<string, Work<V>>();

	/** @param capacity Maximum total weight of the results. The most recent result is always cached. */
	constructor(capacity: number, weightOf: (value: V) => number) {
		this.made = new RecentCache(capacity, { weightOf });
	}

	/** @throws AppError `cancelled`, or any error that `make` throws. */
	async get(key: string, make: Make<V>, signal: AbortSignal, report?: Report): Promise<V> {
		throwIfAborted(signal);
		const made = this.peek(key);
		if (made !== undefined) {
			return made;
		}
		const work = this.making.get(key) ?? this.start(key, make);
		work.waiting++;
		if (report) {
			work.reports.add(report);
		}
		try {
			return await untilAborted(work.promise, signal);
		} finally {
			work.waiting--;
			if (report) {
				work.reports.delete(report);
			}
			if (work.waiting === 0 && this.making.get(key) === work) {
				this.making.delete(key);
				work.controller.abort(cancelled());
			}
		}
	}

	peek(key: string): V | undefined {
		return this.made.get(key);
	}

	private start(key: string, make: Make<V>): Work<V> {
		const controller = new AbortController();
		const reports = new Set<Report>();
		const reportAll = (share: number) => {
			for (const report of reports) {
				report(share);
			}
		};
		const promise = make(controller.signal, reportAll).then(
			(value) => {
				this.evict(key, work);
				this.made.set(key, value);
				return value;
			},
			(error) => {
				this.evict(key, work);
				throw error;
			},
		);
		const work: Work<V> = { promise, controller, waiting: 0, reports };
		this.making.set(key, work);
		return work;
	}

	private evict(key: string, work: Work<V>): void {
		if (this.making.get(key) === work) {
			this.making.delete(key);
		}
	}
}
