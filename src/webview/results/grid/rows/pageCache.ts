import { RecentCache } from '../../../../shared/recentCache';
import type { GridRow } from '../model/types';

/** Rows that are asked for together. */
export const pageLength = 100;

/** How much is kept: of short texts the first bounds it, of long ones the second. */
const maximumPages = 100;
const maximumCharacters = 4_000_000;

export interface CachedPage {
	/** Of a full page, or of the last one. */
	readonly rows: readonly GridRow[];
	/** Where the value of a column is in `cells`. */
	readonly cellOf: ReadonlyMap<number, number>;
}

/** Pages by their index. The newest stays however long it is: it is what is on screen. */
export class PageCache extends RecentCache<number, CachedPage> {
	constructor() {
		super(maximumCharacters, { weightOf });
	}
}

/** In characters; a page of short texts weighs as much as lets so many pages be kept. */
function weightOf({ rows }: CachedPage): number {
	const characters = rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
	return Math.max(characters, maximumCharacters / maximumPages);
}
