import { RecentCache } from '../../../../shared/recentCache';
import type { GridRow } from '../model/types';

/** Number of rows in a page. Rows are requested by page. */
export const pageLength = 100;

/** The cache contains at most this number of pages, and fewer pages if they contain long text. */
const maximumPages = 100;
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

/** Returns the number of characters in a page, but at least a minimum that limits the number of cached pages. */
function weightOf({ rows }: CachedPage): number {
	const characters = rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
	return Math.max(characters, maximumCharacters / maximumPages);
}
