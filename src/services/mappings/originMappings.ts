import type { ExportEntry } from '../../core/export/model/entry';
import type { OriginMappings, RecordOrigin } from '../../core/records/query/work/foundMappings';
import type { Mappings } from './mappings';
import { originOf } from './traceOrigin';

/**
 * The mapping files that may be of the records of a file, as the engine is told them.
 *
 * @param originsOf Where the records come from, those of most of them first; asked only where there are mapping files.
 * @param entry The export that the records are of.
 */
export async function originMappings(
	mappings: Pick<Mappings, 'findEach'>,
	originsOf: () => Promise<readonly RecordOrigin[]>,
	entry: () => ExportEntry | undefined,
): Promise<readonly OriginMappings[]> {
	let origins: readonly RecordOrigin[] = [];
	const found = await mappings.findEach(async () => {
		origins = await originsOf();
		return origins.map((origin) => originOf((name) => origin[name], entry()));
	});
	return found.flatMap(({ place, wanted }) => {
		const origin = origins[place];
		return origin ? [{ origin, wanted }] : [];
	});
}
