import type { ExportEntry } from '../../core/export/model/entry';
import type { TraceOrigin } from '../../services/mappings/mappings';
import type { RecordDetail, TableInfo } from '../../shared/results';

/** What a record, and the export that it is of, tell about where its traces come from. */
export function originOf(
	{ values }: Pick<RecordDetail, 'values'>,
	{ columns }: Pick<TableInfo, 'columns'>,
	entry: ExportEntry | undefined,
): TraceOrigin {
	const valueIn = (name: string) => values[columns.findIndex((column) => column.name === name)] || undefined;
	const { name, id } = entry?.stored.plan.application ?? {};
	const application = [name, valueIn('app_package_name'), id ?? valueIn('application_id')];
	return {
		application: application.filter((known) => known !== undefined),
		version: valueIn('app_version_name'),
		osName: valueIn('os_name'),
	};
}
