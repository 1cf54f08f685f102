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

/** Pages by their index, the most recently used ones. */
export class PageCache {
	private readonly pages = new Map<number, CachedPage & { readonly characters: number }>();
	private characters = 0;

	get(index: number): CachedPage | undefined {
		const page = this.pages.get(index);
		if (page) {
			// A map keeps the order of insertion: the first one is the one not used for longest.
			this.pages.delete(index);
			this.pages.set(index, page);
		}
		return page;
	}

	has(index: number): boolean {
		return this.pages.has(index);
	}

	put(index: number, page: CachedPage): void {
		this.delete(index);
		const characters = page.rows.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
		this.pages.set(index, { ...page, characters });
		this.characters += characters;
		for (const oldest of this.pages.keys()) {
			if (this.pages.size <= maximumPages && this.characters <= maximumCharacters) {
				return;
			}
			// The newest stays however long it is: it is what is on screen.
			if (oldest !== index) {
				this.delete(oldest);
			}
		}
	}

	delete(index: number): void {
		this.characters -= this.pages.get(index)?.characters ?? 0;
		this.pages.delete(index);
	}

	clear(): void {
		this.pages.clear();
		this.characters = 0;
	}
}
