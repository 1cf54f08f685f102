import { readFilters } from '../../core/agent/context/readFilters';
import { defaultGroupKey } from '../../shared/groupFilters';
import type { GroupKey, RecordFilter, TableInfo } from '../../shared/results';
import type { OptionSpec } from '../options/options';
import { didYouMean } from '../options/suggest';
import { UsageError } from '../options/usageError';

const kinds = ['frames', 'name', 'message', 'topFrame'] as const;

export const queryMeaning =
	'terms combined with AND: field:value, field:(a,b), field:~part, field:>=1.2, -field:value, or text';

export const queryOption: Readonly<Record<'query', OptionSpec>> = {
	query: { type: 'string', value: 'QUERY', meaning: queryMeaning },
};

export const keyOption: Readonly<Record<'by', OptionSpec>> = {
	by: {
		type: 'string',
		value: 'KEY',
		meaning: `${kinds.join(', ')}, or a column name (default: frames if the records have stack traces)`,
	},
};

/** Parses the filters in `--query`. Unlike agents, users can filter by columns with personal data. */
export function askedFilters(query: string | undefined, { columns, timeColumn }: TableInfo): readonly RecordFilter[] {
	const open = columns.map((column, index) => ({ ...column, index }));
	return query === undefined ? [] : readFilters(query, { open, personal: [] }, timeColumn, 'anywhere');
}

export function askedKey(by: string | undefined, { columns }: Pick<TableInfo, 'columns'>): GroupKey {
	if (by === undefined) {
		return defaultGroupKey(columns);
	}
	const kind = kinds.find((known) => known === by);
	if (kind) {
		return { kind };
	}
	const column = columns.findIndex(({ name }) => name === by);
	if (column < 0) {
		const known = [...kinds, ...columns.map(({ name }) => name)];
		throw new UsageError(`--by: unknown column "${by}".${didYouMean(by, known)}`);
	}
	return { kind: 'column', column };
}

export function keyWords(key: GroupKey, { columns }: Pick<TableInfo, 'columns'>): string {
	return key.kind === 'column' ? (columns[key.column]?.name ?? '') : key.kind;
}
