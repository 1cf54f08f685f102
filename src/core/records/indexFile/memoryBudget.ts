import { RecentCache } from '../../../shared/recentCache';

export interface Droppable {
	/** Drops this reference to the value. Callers that already have the value can continue to use it. */
	evict(): void;
}

/** Limits the memory that all saved indexes use. The least recently used values are evicted first. */
export class MemoryBudget {
	private readonly recent: RecentCache<Droppable, { readonly what: Droppable; readonly bytes: number }>;

	constructor(bytes: number) {
		this.recent = new RecentCache(bytes, { weightOf: ({ bytes }) => bytes, onEvict: ({ what }) => what.evict() });
	}

	take(what: Droppable, bytes: number): void {
		this.recent.set(what, { what, bytes });
	}

	use(what: Droppable): void {
		this.recent.get(what);
	}

	release(what: Droppable): void {
		this.recent.delete(what);
	}
}
