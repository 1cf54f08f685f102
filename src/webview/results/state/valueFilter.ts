import type { RecordDetail, RecordFilter } from '../../../shared/results';

/** Maximum length of a value in a filter, in UTF-16 code units. For longer values, the filter refers to a record. */
const longestCarried = 1000;

const beginningLength = 200;

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
