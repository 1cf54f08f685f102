import { RecentCache } from '../../../../shared/recentCache';
import type { GridRow } from '../model/types';

/** Number of rows in a page, which is the unit of requests and of the cache. */
export const pageLength = 100;

/** Maximum number of cached pages. */
const maximumPages = 100;
/** Maximum number of characters in all cached pages together. */
const maximumCharacters = 4_000_000;

export interface CachedPage {
	readonly rows: readonly GridRow[];
	readonly cellOf: ReadonlyMap<number, number>;
}

/** Cache of pages by index. The newest page is never evicted, because it is visible. */
export class PageCache extends RecentCache<number, CachedPage> {
	constructor() {
		super(maximumCharacters, { weightOf });
	}
}

/**
 * Returns the number of characters in a page. The result has a lower limit, so that the cache never exceeds
 * `maximumPages`.
 */
function weightOf({ rows }: CachedPage): number {
	const characters = rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
	return Math.max(characters, maximumCharacters / maximumPages);
}
