import type { ComparedSide } from '../../../shared/comparison';
import {
	type ComparisonAsked,
	type ComparisonHead,
	type ComparisonStart,
	type ComparisonState,
	type FoldName,
	verdictsOf,
} from '../../../shared/comparisonProtocol';
import { isOfThisVersion } from '../../../shared/groupValue';
import { columnNamesOf, columnNow, filtersNow, groupKeyNow } from '../../../shared/keptColumns';
import type { Column, GroupKey } from '../../../shared/results';
import { isOfFormerGroup, isOfTrace } from '../../common/state/viewFilters';

/** What has been answered, and to which question. */
export interface ComparisonAnswer {
	readonly asked: ComparisonAsked;
	readonly head: ComparisonHead;
}

export interface PageState extends Omit<ComparisonState, 'columnNames'> {
	readonly answer: ComparisonAnswer | undefined;
	readonly working: boolean;
	/** Why there is no answer to what was asked last. */
	readonly failure: string | undefined;
}

/** What a person looks for first: what is no longer as it was. */
const unfoldedFirst: readonly FoldName[] = ['new', 'grown', 'shrunk', 'gone'];

/** The state to begin with: what was kept, as far as it still fits the records, and defaults for the rest. */
export function firstState(start: ComparisonStart, left: ComparisonState | undefined): PageState {
	const kept = left && isState(left) ? left : undefined;
	const asked = kept ? askedNow(start, kept) : start.asked;
	const sameKey = JSON.stringify(asked.key) === JSON.stringify(kept?.asked.key);
	const selected = kept?.selected;
	return {
		asked,
		order: kept?.order ?? 'evidence',
		unfolded: kept?.unfolded ?? unfoldedFirst,
		selected: selected && sameKey && (!isOfTrace(asked.key) || isOfThisVersion(selected.value)) ? selected : undefined,
		top: kept?.top ?? 0,
		detailSize: kept?.detailSize,
		answer: undefined,
		working: false,
		failure: undefined,
	};
}

/** Another version of the product may have kept it. */
function isState({ asked, unfolded }: Partial<ComparisonState>): boolean {
	return asked?.key !== undefined && Array.isArray(asked.filters) && Array.isArray(unfolded);
}

function askedNow({ info, sharedColumns, byTime, asked }: ComparisonStart, kept: ComparisonState): ComparisonAsked {
	const now = columnNow(info.columns, kept.columnNames);
	const shared = (column: number) => {
		const found = now(column);
		return found !== undefined && sharedColumns.includes(found) ? found : undefined;
	};
	return {
		key: groupKeyNow(kept.asked.key, shared) ?? asked.key,
		exposure: byTime ? kept.asked.exposure : asked.exposure,
		filters: filtersNow(kept.asked.filters, shared).filter((filter) => !isOfFormerGroup(filter)),
	};
}

/** What of the state outlives the page. */
export function stateToKeep(columns: readonly Column[]): (state: PageState) => ComparisonState {
	return ({ asked, order, unfolded, selected, top, detailSize }) => ({
		asked,
		columnNames: columnNamesOf(columns, { filters: asked.filters, groupKey: asked.key }),
		order,
		unfolded,
		selected,
		top,
		detailSize,
	});
}

export function keyOf({ answer, asked }: PageState): GroupKey {
	return answer?.asked.key ?? asked.key;
}

/** How many groups a fold has. */
export function countOf({ groups }: Pick<ComparisonHead, 'groups'>, fold: FoldName): number {
	return verdictsOf[fold].reduce((sum, verdict) => sum + groups[verdict], 0);
}

/** By which a count of a side is held against that of the other; undefined where nobody knows. */
export function exposureOf({ asked, head }: ComparisonAnswer, side: ComparedSide): number | undefined {
	const { seconds, counted } = head.sides[side].tested;
	const exposure = asked.exposure === 'time' ? seconds : counted;
	return exposure === 0 ? undefined : exposure;
}
