import type { ComparedSide } from '../../../shared/comparison';
import { isOfThisVersion } from '../../../shared/groupValue';
import {
	type ComparisonAsked,
	type ComparisonHead,
	type ComparisonStart,
	type ComparisonState,
	type FoldName,
	foldVerdicts,
	type SoughtGroup,
} from '../../../shared/protocols/comparisonProtocol';
import type { Column, GroupKey } from '../../../shared/results';
import { columnNow, filtersNow, getColumnNames, groupKeyNow } from '../../../shared/savedColumns';
import { isOfFormerGroup, isOfTrace } from '../../common/state/viewFilters';

export interface ComparisonAnswer {
	readonly asked: ComparisonAsked;
	readonly head: ComparisonHead;
}

export interface PageState extends Omit<ComparisonState, 'columnNames'> {
	readonly answer: ComparisonAnswer | undefined;
	readonly working: boolean;
	readonly failure: string | undefined;
	/** Whether to scroll the selected group into view as soon as the group has been found. */
	readonly sought: boolean;
}

const unfoldedFirst: readonly FoldName[] = ['new', 'increased', 'decreased', 'gone'];

/** Returns the initial state. Saved values that no longer match the records are replaced by defaults. */
export function firstState(start: ComparisonStart, left: ComparisonState | undefined): PageState {
	const saved = left && isState(left) ? left : undefined;
	const asked = saved ? askedNow(start, saved) : start.asked;
	const sameKey = JSON.stringify(asked.key) === JSON.stringify(saved?.asked.key);
	const selected = saved?.selected;
	return {
		asked,
		order: saved?.order ?? 'evidence',
		unfolded: saved?.unfolded ?? unfoldedFirst,
		selected: selected && sameKey && (!isOfTrace(asked.key) || isOfThisVersion(selected.value)) ? selected : undefined,
		top: saved?.top ?? 0,
		detailSize: saved?.detailSize,
		answer: undefined,
		working: false,
		failure: undefined,
		sought: false,
		...(start.sought && soughtState(start, asked, start.sought)),
	};
}

/** Returns the initial state of a comparison that was opened from a group in another view. */
export function soughtState(
	{ info, sharedColumns }: ComparisonStart,
	asked: ComparisonAsked,
	{ key, value, columnNames }: SoughtGroup,
): Partial<PageState> {
	const now = columnNow(info.columns, columnNames);
	const shared = groupKeyNow(key, (column) => sharedColumns.find((known) => known === now(column)));
	return shared ? { asked: { ...asked, key: shared }, selected: { value, fold: 'new', index: 0 }, sought: true } : {};
}

/** Returns true if the saved state is valid. It may have been written by another version of the extension. */
function isState({ asked, unfolded }: Partial<ComparisonState>): boolean {
	return asked?.key !== undefined && Array.isArray(asked.filters) && Array.isArray(unfolded);
}

function askedNow({ info, sharedColumns, byTime, asked }: ComparisonStart, saved: ComparisonState): ComparisonAsked {
	const now = columnNow(info.columns, saved.columnNames);
	const shared = (column: number) => {
		const found = now(column);
		return found !== undefined && sharedColumns.includes(found) ? found : undefined;
	};
	return {
		key: groupKeyNow(saved.asked.key, shared) ?? asked.key,
		exposure: byTime ? saved.asked.exposure : asked.exposure,
		filters: filtersNow(saved.asked.filters, shared).filter((filter) => !isOfFormerGroup(filter)),
	};
}

export function stateToSave(columns: readonly Column[]): (state: PageState) => ComparisonState {
	return ({ asked, order, unfolded, selected, top, detailSize }) => ({
		asked,
		columnNames: getColumnNames(columns, { filters: asked.filters, groupKey: asked.key }),
		order,
		unfolded,
		selected,
		top,
		detailSize,
	});
}

export function getKey({ answer, asked }: PageState): GroupKey {
	return answer?.asked.key ?? asked.key;
}

export function countOf({ groups }: Pick<ComparisonHead, 'groups'>, fold: FoldName): number {
	return foldVerdicts[fold].reduce((sum, verdict) => sum + groups[verdict], 0);
}

export function getExposure({ asked, head }: ComparisonAnswer, side: ComparedSide): number | undefined {
	const { seconds, counted } = head.sides[side].tested;
	const exposure = asked.exposure === 'time' ? seconds : counted;
	return exposure === 0 ? undefined : exposure;
}
