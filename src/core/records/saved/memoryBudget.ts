import { RecentCache } from '../../../shared/recentCache';

/** Something that can be read again from the disk. */
export interface Droppable {
	/** Lets go of its memory; whoever uses it goes on using it. */
	drop(): void;
}

/** Memory for what is read from saved indexes, shared by all of them: what was not used for longest is given back. */
export class MemoryBudget {
	private readonly recent: RecentCache<Droppable, { readonly what: Droppable; readonly bytes: number }>;

	constructor(bytes: number) {
		this.recent = new RecentCache(bytes, { weightOf: ({ bytes }) => bytes, onDrop: ({ what }) => what.drop() });
	}

	/** It has been read. @param bytes Memory that it takes. */
	take(what: Droppable, bytes: number): void {
		this.recent.set(what, { what, bytes });
	}

	/** It is used again. */
	use(what: Droppable): void {
		this.recent.get(what);
	}

	/** It is not needed any more. */
	release(what: Droppable): void {
		this.recent.delete(what);
	}
}
