import type { ExportEntry } from '../../core/export/model/entry';
import type { TraceOrigin } from './mappings';

/**
 * What a record, and the export that it is of, tell about where its traces come from.
 * @param valueIn The record's value in a column; '' or undefined where there is none.
 */
export function originOf(
	valueIn: (column: 'app_package_name' | 'application_id' | 'app_version_name' | 'os_name') => string | undefined,
	entry: ExportEntry | undefined,
): TraceOrigin {
	const { name, id } = entry?.stored.plan.application ?? {};
	const application = [name, valueIn('app_package_name'), id ?? valueIn('application_id')];
	return {
		application: application.filter((known): known is string => known !== undefined && known !== ''),
		version: valueIn('app_version_name') || undefined,
		osName: valueIn('os_name') || undefined,
	};
}
