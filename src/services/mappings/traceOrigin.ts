import type { ExportEntry } from '../../core/export/model/entry';
import type { AppVersion } from '../revisions/revisions';
import type { TraceOrigin } from './mappingSearch';

/** @param valueIn Returns the record's value in a column; empty or undefined if it has none */
export function getOrigin(
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

export function getVersion({ application, version, build }: TraceOrigin): AppVersion | undefined {
	return version === undefined ? undefined : { application: application.at(-1) ?? '', version, build };
}
