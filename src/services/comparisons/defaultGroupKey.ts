import type { Column, GroupKey } from '../../shared/results';

export function defaultGroupKey(columns: readonly Pick<Column, 'name'>[]): GroupKey {
	return columns.some(({ name }) => name === 'error' || name === 'error_json') ? { kind: 'frames' } : { kind: 'name' };
}
