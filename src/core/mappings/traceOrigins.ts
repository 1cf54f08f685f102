import type { ExportEntry } from '../export/model/entry';
import type { OriginMappings, RecordOrigin } from '../records/query/execution/foundMappings';
import type { MappingSearch, TraceOrigin } from './mappingSearch';

/**
 * @param valueIn Returns the record's value in a column, or undefined or an empty string if the record has no value.
 */
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

/** @param originsOf Returns the origins of the records, most frequent first. Called only if there are mapping files. */
export async function originMappings(
	mappings: Pick<MappingSearch, 'findEach'>,
	originsOf: () => Promise<readonly RecordOrigin[]>,
	entry: () => ExportEntry | undefined,
): Promise<readonly OriginMappings[]> {
	let origins: readonly RecordOrigin[] = [];
	const found = await mappings.findEach(async () => {
		origins = await originsOf();
		return origins.map((origin) => getOrigin((name) => origin[name], entry()));
	});
	return found.flatMap(({ place, wanted }) => {
		const origin = origins[place];
		return origin ? [{ origin, wanted }] : [];
	});
}
