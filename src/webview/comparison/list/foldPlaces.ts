import type { FoldName } from '../../../shared/comparisonProtocol';

/** The line that names a fold. CSS pixels. */
const foldHeight = 28;

/** An item of the list: a fold, or one of its groups. */
type Place =
	| { readonly kind: 'fold'; readonly fold: FoldName }
	| { readonly kind: 'group'; readonly fold: FoldName; readonly index: number };

interface FoldCount {
	readonly fold: FoldName;
	/** Of its groups. */
	readonly count: number;
	/** Its groups are listed below it. */
	readonly unfolded: boolean;
}

/** Where folds and their groups are in one list: by arithmetic alone, however many there are. */
export class FoldPlaces {
	readonly length: number;
	/** The first item of each fold, which names it. */
	private readonly firsts: readonly number[];

	constructor(private readonly folds: readonly FoldCount[]) {
		const firsts: number[] = [];
		let length = 0;
		for (const fold of folds) {
			firsts.push(length);
			length += 1 + listedIn(fold);
		}
		this.firsts = firsts;
		this.length = length;
	}

	at(item: number): Place | undefined {
		const at = this.firsts.findLastIndex((first) => first <= item);
		const [fold, first] = [this.folds[at], this.firsts[at] ?? 0];
		if (!fold || item < 0 || item >= this.length) {
			return undefined;
		}
		return item === first
			? { kind: 'fold', fold: fold.fold }
			: { kind: 'group', fold: fold.fold, index: item - first - 1 };
	}

	/** @param index Of a group; without one, of the fold itself. */
	itemOf(fold: FoldName, index?: number): number | undefined {
		const at = this.folds.findIndex((each) => each.fold === fold);
		const [found, first] = [this.folds[at], this.firsts[at]];
		if (!found || first === undefined || (index !== undefined && index >= listedIn(found))) {
			return undefined;
		}
		return index === undefined ? first : first + 1 + index;
	}

	/** From the top of all to that of an item, or to the end of all (CSS pixels). */
	offset(item: number, groupHeight: number): number {
		const headings = this.firsts.filter((first) => first < item).length;
		return headings * foldHeight + (item - headings) * groupHeight;
	}

	/** The item at a distance from the top. */
	itemAt(offset: number, groupHeight: number): number {
		const tops = this.firsts.map((first) => this.offset(first, groupHeight));
		const at = Math.max(
			0,
			tops.findLastIndex((top) => top <= offset),
		);
		const within = offset - (tops[at] ?? 0) - foldHeight;
		const first = this.firsts[at] ?? 0;
		return within < 0 ? first : first + 1 + Math.floor(within / groupHeight);
	}
}

function listedIn({ count, unfolded }: FoldCount): number {
	return unfolded ? count : 0;
}
