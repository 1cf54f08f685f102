import { RecentCache } from '../../../../shared/recentCache';
import { cancelled, throwIfAborted, untilAborted } from '../../../common/cancellation';
import type { Report } from '../../../common/pace';

interface Work<V> {
	readonly promise: Promise<V>;
	readonly controller: AbortController;
	waiting: number;
	/** Of those who wait. */
	readonly reports: Set<Report>;
}

/** What makes a result, and tells how much of the work is done. */
type Make<V> = (signal: AbortSignal, report: Report) => Promise<V>;

/**
 * Results by key, the latest used kept. Who asks for one that is being made waits for it; the making is cancelled when
 * nobody waits any more.
 */
export class SharedCache<V> {
	private readonly made: RecentCache<string, V>;
	private readonly making = new Map<string, Work<V>>();

	/** @param capacity Of all results together, in bytes; the latest one is kept whatever it weighs. */
	constructor(capacity: number, weightOf: (value: V) => number) {
		this.made = new RecentCache(capacity, { weightOf });
	}

	/** @throws AppError `cancelled`, and what `make` throws. */
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

	/** What is there already, which counts as a use. */
	peek(key: string): V | undefined {
		return this.made.get(key);
	}

	private start(key: string, make: Make<V>): Work<V> {
		const controller = new AbortController();
		const reports = new Set<Report>();
		const tell = (share: number) => {
			for (const report of reports) {
				report(share);
			}
		};
		const promise = make(controller.signal, tell).then(
			(value) => {
				this.forget(key, work);
				this.made.set(key, value);
				return value;
			},
			(error) => {
				this.forget(key, work);
				throw error;
			},
		);
		const work: Work<V> = { promise, controller, waiting: 0, reports };
		this.making.set(key, work);
		return work;
	}

	private forget(key: string, work: Work<V>): void {
		if (this.making.get(key) === work) {
			this.making.delete(key);
		}
	}
}
