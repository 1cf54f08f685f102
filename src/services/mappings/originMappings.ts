import type { ExportEntry } from '../../core/export/model/entry';
import type { OriginMappings, RecordOrigin } from '../../core/records/query/execution/foundMappings';
import type { Mappings } from './mappings';
import { getOrigin } from './traceOrigin';

/** @param originsOf Origins of the records, most frequent first. Called only if there are mapping files */
export async function originMappings(
	mappings: Pick<Mappings, 'findEach'>,
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
