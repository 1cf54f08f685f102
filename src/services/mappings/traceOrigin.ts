import type { ExportEntry } from '../../core/export/model/entry';
import type { AppVersion } from '../revisions/revisions';
import type { TraceOrigin } from './mappings';

/**
 * What a record, and the export that it is of, tell about where its traces come from.
 * @param valueIn The record's value in a column; '' or undefined where there is none.
 * @param build The record's number of the build; '' or undefined where there is none.
 */
export function originOf(
	valueIn: (column: 'app_package_name' | 'application_id' | 'app_version_name' | 'os_name') => string | undefined,
	entry: ExportEntry | undefined,
	build?: string,
): TraceOrigin {
	const { name, id } = entry?.stored.plan.application ?? {};
	const application = [name, valueIn('app_package_name'), id ?? valueIn('application_id')];
	return {
		application: application.filter((known): known is string => known !== undefined && known !== ''),
		version: valueIn('app_version_name') || undefined,
		...(build && { build }),
		osName: valueIn('os_name') || undefined,
	};
}

/** The version that a trace is of, as far as it is known. */
export function versionOf({ application, version, build }: TraceOrigin): AppVersion | undefined {
	return version === undefined ? undefined : { application: application.at(-1) ?? '', version, build };
}
