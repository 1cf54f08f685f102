import type { Column, RecordFilter } from '../../shared/results';
import type { LinkFilter } from './recordsLink';

/**
 * Returns the filters to include in a link. Omits filters on columns with personal data or on individual records, and
 * filters that a link can't represent.
 */
export function filtersForLink(filters: readonly RecordFilter[], columns: readonly Column[]): readonly LinkFilter[] {
	return filters.flatMap((filter): readonly LinkFilter[] => {
		const column = 'column' in filter ? columns[filter.column] : undefined;
		return !column || column.personal ? [] : testsOf(filter).map((test) => ({ column: column.name, ...test }));
	});
}

function testsOf(filter: RecordFilter): readonly Omit<LinkFilter, 'column'>[] {
	switch (filter.kind) {
		case 'contains':
			return [{ test: 'contains', values: [filter.text] }];
		case 'oneOf':
			return [{ test: filter.not ? '!=' : '=', values: filter.values }];
		case 'empty':
			return [{ test: filter.not ? '!=' : '=', values: [''] }];
		case 'range': {
			const { from, to, fromOpen, toOpen } = filter;
			return [
				...(from === undefined ? [] : [{ test: fromOpen ? ('>' as const) : ('>=' as const), values: [from] }]),
				...(to === undefined ? [] : [{ test: toOpen ? ('<' as const) : ('<=' as const), values: [to] }]),
			];
		}
		default:
			return [];
	}
}

interface FiltersByName {
	readonly filters: readonly RecordFilter[];
	readonly columnNames: Readonly<Record<number, string>>;
}

/**
 * Returns the filters of a link. A filter's column is an index into `columnNames`, because the columns of other
 * people's files can be in a different order.
 */
export function filtersOfLink(filters: readonly LinkFilter[]): FiltersByName {
	return {
		filters: filters.map((filter, column) => ({ column, ...conditionOf(filter) })),
		columnNames: Object.fromEntries(filters.map(({ column }, index) => [index, column])),
	};
}

type Condition = { readonly [K in RecordFilter['kind']]: Omit<Extract<RecordFilter, { kind: K }>, 'column'> }[
	| 'contains'
	| 'oneOf'
	| 'range'];

function conditionOf({ test, values }: LinkFilter): Condition {
	const [value = ''] = values;
	switch (test) {
		case 'contains':
			return { kind: 'contains', text: value };
		case '=':
			return { kind: 'oneOf', values };
		case '!=':
			return { kind: 'oneOf', values, not: true };
		case '>=':
		case '>':
			return { kind: 'range', from: value, ...(test === '>' && { fromOpen: true }) };
		case '<=':
		case '<':
			return { kind: 'range', to: value, ...(test === '<' && { toOpen: true }) };
	}
}
