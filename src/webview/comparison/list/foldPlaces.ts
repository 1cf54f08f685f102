import type { FoldName } from '../../../shared/protocols/comparisonProtocol';

const foldHeight = 28;

type FoldPosition =
	| { readonly kind: 'fold'; readonly fold: FoldName }
	| { readonly kind: 'group'; readonly fold: FoldName; readonly index: number };

interface FoldCount {
	readonly fold: FoldName;
	readonly count: number;
	readonly unfolded: boolean;
}

/** Converts a list position to a group within a section, and vice versa, in constant time. */
export class FoldPlaces {
	readonly length: number;
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

	at(item: number): FoldPosition | undefined {
		const at = this.firsts.findLastIndex((first) => first <= item);
		const [fold, first] = [this.folds[at], this.firsts[at] ?? 0];
		if (!fold || item < 0 || item >= this.length) {
			return undefined;
		}
		return item === first
			? { kind: 'fold', fold: fold.fold }
			: { kind: 'group', fold: fold.fold, index: item - first - 1 };
	}

	/** @param index Position of the group in the section. Undefined for the section header */
	itemOf(fold: FoldName, index?: number): number | undefined {
		const at = this.folds.findIndex((each) => each.fold === fold);
		const [found, first] = [this.folds[at], this.firsts[at]];
		if (!found || first === undefined || (index !== undefined && index >= listedIn(found))) {
			return undefined;
		}
		return index === undefined ? first : first + 1 + index;
	}

	/** Returns the offset of an item's top edge in CSS pixels, or the total height if `item` is the number of items. */
	offset(item: number, groupHeight: number): number {
		const headings = this.firsts.filter((first) => first < item).length;
		return headings * foldHeight + (item - headings) * groupHeight;
	}

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
