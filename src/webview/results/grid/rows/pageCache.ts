import { RecentCache } from '../../../../shared/recentCache';
import type { GridRow } from '../model/types';

/** Number of rows in a page, the unit of requests. */
export const pageLength = 100;

/** Cache limits: the number of pages for short texts, the number of characters for long texts. */
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

/** Returns the weight in characters. A minimum weight for short texts limits the number of pages. */
function weightOf({ rows }: CachedPage): number {
	const characters = rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
	return Math.max(characters, maximumCharacters / maximumPages);
}
