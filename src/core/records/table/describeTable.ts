import type { Column, TableInfo } from '../../../shared/results';
import type { FieldTable } from '../../plan/fields';
import { isPersonalName } from '../../plan/personalNames';
import { getDeviceColumn, getTimeColumn, getVersionColumn } from './columnKinds';
import type { TableColumn } from './table';

type TableFacts = Omit<TableInfo, 'columns' | 'timeColumn' | 'deviceColumn' | 'versionColumn'>;

export function describeTable(columns: readonly Column[], facts: TableFacts): TableInfo {
	return {
		...facts,
		columns,
		timeColumn: getTimeColumn(columns),
		deviceColumn: getDeviceColumn(columns),
		versionColumn: getVersionColumn(columns),
	};
}

interface DescribedColumn extends Pick<TableColumn, 'name' | 'kind' | 'spoiled'> {
	readonly isPersonal?: boolean;
}

/** Describes a column. For an unknown field, the name and the values determine whether the column is personal. */
export function describeColumn(
	{ name, kind, spoiled, isPersonal = false }: DescribedColumn,
	fields: FieldTable,
): Column {
	const field = fields.get(name);
	const personal = field?.personal ?? (isPersonal || isPersonalName(name));
	return { name, kind, personal, meaning: field?.meaning ?? '', ...(spoiled && { spoiled }) };
}
