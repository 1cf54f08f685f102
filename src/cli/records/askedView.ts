import { readFilters } from '../../core/agent/world/readFilters';
import { usualKey } from '../../services/comparisons/usualKey';
import type { GroupKey, RecordFilter, TableInfo } from '../../shared/results';
import type { OptionSpec } from '../asked/options';
import { UsageError } from '../asked/usageError';

const kinds = ['frames', 'name', 'message', 'topFrame'] as const;

export const queryMeaning =
	'terms that hold all at once: field:value, field:(a,b), field:~part, field:>=1.2, -field:value, words';

export const queryOption: Readonly<Record<'query', OptionSpec>> = {
	query: { type: 'string', value: 'Q', meaning: queryMeaning },
};

export const keyOption: Readonly<Record<'by', OptionSpec>> = {
	by: {
		type: 'string',
		value: 'KEY',
		meaning: `${kinds.join(', ')} or the name of a column; frames where there are traces`,
	},
};

/**
 * The filters that a query stands for. The person who asks may read all columns.
 * @throws AgentRefusal for a term that is not understood
 */
export function askedFilters(query: string | undefined, { columns, timeColumn }: TableInfo): readonly RecordFilter[] {
	const open = columns.map((column, index) => ({ ...column, index }));
	return query === undefined ? [] : readFilters(query, { open, personal: [] }, timeColumn, 'anywhere');
}

/** @throws UsageError for the name of no column */
export function askedKey(by: string | undefined, { columns }: Pick<TableInfo, 'columns'>): GroupKey {
	if (by === undefined) {
		return usualKey(columns);
	}
	const kind = kinds.find((known) => known === by);
	if (kind) {
		return { kind };
	}
	const column = columns.findIndex(({ name }) => name === by);
	if (column < 0) {
		throw new UsageError(`--by: there is no column "${by}"`);
	}
	return { kind: 'column', column };
}

/** In words, as `--by` takes them. */
export function keyWords(key: GroupKey, { columns }: Pick<TableInfo, 'columns'>): string {
	return key.kind === 'column' ? (columns[key.column]?.name ?? '') : key.kind;
}
