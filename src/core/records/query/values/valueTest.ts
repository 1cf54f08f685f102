import type { ColumnKind, RecordFilter } from '../../../../shared/results';
import { compareCodePoints, orderKey } from './orderKey';
import { TextSearch } from './textSearch';
import { getTime } from './timeValue';

export type ColumnFilter =
	| Exclude<Extract<RecordFilter, { column: number }>, { kind: 'sameAs' }>
	/** A `sameAs` filter whose value was already read from the record. The entire value is compared. */
	| { readonly kind: 'whole'; readonly column: number; readonly value: string; readonly not: boolean };

/** Returns a function that tests values. Filters of kind `matches` aren't supported, because they need a timeout. */
export function valueTest(
	filter: Exclude<ColumnFilter, { kind: 'matches' }>,
	kind: ColumnKind,
): (value: string) => boolean {
	switch (filter.kind) {
		case 'contains': {
			const search = new TextSearch(filter.text);
			return (value) => search.inText(value);
		}
		case 'oneOf': {
			const values = new Set(filter.values);
			const wanted = filter.not !== true;
			return (value) => values.has(value) === wanted;
		}
		case 'whole':
			return (value) => (value === filter.value) !== filter.not;
		case 'empty': {
			const wanted = filter.not !== true;
			return (value) => (value === '') === wanted;
		}
		case 'range':
			return rangeTest(filter, kind);
	}
}

type Range = Omit<Extract<RecordFilter, { kind: 'range' }>, 'kind' | 'column'>;

/**
 * Returns a function that checks whether a value is in the range. An empty bound means no limit. Empty values are never
 * in the range.
 */
function rangeTest({ from, to, fromOpen, toOpen }: Range, kind: ColumnKind) {
	const least = from === undefined || from === '' ? undefined : orderKey(kind, from);
	const most = to === undefined || to === '' ? undefined : orderKey(kind, to);
	return (value: string) => {
		if (value === '') {
			return false;
		}
		const key = orderKey(kind, value);
		return (
			(least === undefined || compareCodePoints(least, key) <= (fromOpen ? -1 : 0)) &&
			(most === undefined || compareCodePoints(key, most) <= (toOpen ? -1 : 0))
		);
	};
}

export function numericEnds(
	{ from, to, fromOpen, toOpen }: Range,
	kind: ColumnKind,
): { readonly least: bigint; readonly most: bigint } | undefined {
	const least = from === undefined || from === '' ? 0n : wholeNumber(from, kind);
	const most = to === undefined || to === '' ? 2n ** 64n : wholeNumber(to, kind);
	return least === undefined || most === undefined
		? undefined
		: { least: fromOpen && from ? least + 1n : least, most: toOpen && to ? most - 1n : most };
}

function wholeNumber(text: string, kind: ColumnKind): bigint | undefined {
	if (kind === 'time') {
		const seconds = getTime(text);
		return seconds === undefined ? undefined : BigInt(seconds);
	}
	return kind === 'integer' && /^\s*-?\d+\s*$/.test(text) ? BigInt(text.trim()) : undefined;
}
