import type { RecordFilter } from '../../../shared/results';
import { sameFilter } from '../../common/state/viewFilters';

type Filters = readonly RecordFilter[];

/** Stacks for undo and redo. The last element of each stack is restored first. */
export interface FilterHistory {
	readonly past: readonly Filters[];
	readonly future: readonly Filters[];
}

export const noHistory: FilterHistory = { past: [], future: [] };

const longest = 100;

/** Adds a filter change to the history. Must not be called for an undo or redo. */
export function withChange({ past, future }: FilterHistory, before: Filters, after: Filters): FilterHistory {
	if (isSame(before, after)) {
		return { past, future };
	}
	return isTyping(before, after) && past.length > 0
		? { past, future: [] }
		: { past: [...past, before].slice(-longest), future: [] };
}

export function undone({ past, future }: FilterHistory, now: Filters) {
	const filters = past.at(-1);
	return filters && { filters, history: { past: past.slice(0, -1), future: [...future, now] } };
}

export function redone({ past, future }: FilterHistory, now: Filters) {
	const filters = future.at(-1);
	return filters && { filters, history: { past: [...past, now], future: future.slice(0, -1) } };
}

/** Returns true if only the text of one filter has changed. Such changes are combined into one undo step. */
function isTyping(before: Filters, after: Filters): boolean {
	const [old, ...moreOld] = before.filter((filter) => !after.some((other) => sameFilter(filter, other)));
	const [now, ...moreNow] = after.filter((filter) => !before.some((other) => sameFilter(filter, other)));
	return (
		old?.kind === 'contains' &&
		now?.kind === 'contains' &&
		moreOld.length + moreNow.length === 0 &&
		old.column === now.column &&
		(now.text.startsWith(old.text) || old.text.startsWith(now.text))
	);
}

function isSame(one: Filters, other: Filters): boolean {
	return one.length === other.length && JSON.stringify(one) === JSON.stringify(other);
}
