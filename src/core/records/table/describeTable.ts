import type { Column, ColumnKind, TableInfo } from '../../../shared/results';
import type { FieldTable } from '../../plan/fields';
import { deviceColumnOf, timeColumnOf, versionColumnOf } from './columnKinds';

type TableFacts = Omit<TableInfo, 'columns' | 'timeColumn' | 'deviceColumn' | 'versionColumn'>;

/** What is told of a table: what is known of its file, and what its columns say. */
export function describeTable(columns: readonly Column[], facts: TableFacts): TableInfo {
	return {
		...facts,
		columns,
		timeColumn: timeColumnOf(columns),
		deviceColumn: deviceColumnOf(columns),
		versionColumn: versionColumnOf(columns),
	};
}

export function describeColumn(
	{ name, kind }: { readonly name: string; readonly kind: ColumnKind },
	fields: FieldTable,
): Column {
	const field = fields.get(name);
	return { name, kind, personal: field?.personal ?? false, meaning: field?.meaning ?? '' };
}
