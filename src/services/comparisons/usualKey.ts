import type { Column, GroupKey } from '../../shared/results';

/** As the results view groups at first. */
export function usualKey(columns: readonly Pick<Column, 'name'>[]): GroupKey {
	return columns.some(({ name }) => name === 'error' || name === 'error_json') ? { kind: 'frames' } : { kind: 'name' };
}
