import { RecentCache } from '../../../../shared/recentCache';
import { cancelled, throwIfAborted, untilAborted } from '../../../common/cancellation';

interface Work<V> {
	readonly promise: Promise<V>;
	readonly controller: AbortController;
	waiting: number;
}

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
	async get(key: string, make: (signal: AbortSignal) => Promise<V>, signal: AbortSignal): Promise<V> {
		throwIfAborted(signal);
		const made = this.peek(key);
		if (made !== undefined) {
			return made;
		}
		const work = this.making.get(key) ?? this.start(key, make);
		work.waiting++;
		try {
			return await untilAborted(work.promise, signal);
		} finally {
			work.waiting--;
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

	private start(key: string, make: (signal: AbortSignal) => Promise<V>): Work<V> {
		const controller = new AbortController();
		const promise = make(controller.signal).then(
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
		const work: Work<V> = { promise, controller, waiting: 0 };
		this.making.set(key, work);
		return work;
	}

	private forget(key: string, work: Work<V>): void {
		if (this.making.get(key) === work) {
			this.making.delete(key);
		}
	}
}
