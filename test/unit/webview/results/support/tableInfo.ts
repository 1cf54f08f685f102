import type { TableInfo } from '../../../../../src/shared/results';

export function tableInfo(names: readonly string[], over: Partial<TableInfo> = {}): TableInfo {
	return {
		format: 'csv',
		columns: names.map((name) => ({ name, kind: 'text', personal: false, meaning: '' })),
		total: 10,
		broken: 0,
		guessed: 0,
		moreColumns: false,
		truncated: false,
		bytes: 100,
		timeColumn: undefined,
		deviceColumn: undefined,
		versionColumn: undefined,
		...over,
	};
}
