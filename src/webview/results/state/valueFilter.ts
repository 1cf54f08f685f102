import type { RecordDetail, RecordFilter } from '../../../shared/results';

/** Longer values are only referred to: every question and the kept state would carry them. UTF-16 units. */
const longestCarried = 1000;

/** Enough to tell by sight which value is meant. */
const beginningLength = 200;

/** What holds for the records with the whole value that this one has in a column, or for all others. */
export function valueFilter({ number, values, cut }: RecordDetail, column: number, not = false): RecordFilter {
	const value = values[column] ?? '';
	const negation = not ? { not } : {};
	const length = cut?.find((text) => text.column === column)?.length ?? value.length;
	if (length === 0) {
		return { kind: 'empty', column, ...negation };
	}
	return length <= longestCarried
		? { kind: 'oneOf', column, values: [value], ...negation }
		: { kind: 'sameAs', column, number, beginning: value.slice(0, beginningLength), length, ...negation };
}
