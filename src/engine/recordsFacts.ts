import { describeExport } from '../core/export/library/describeExport';
import { factsOfExport } from '../core/export/library/recordsFacts';
import { isManifest } from '../core/sync/model/names';
import { factsOfSet } from '../core/sync/model/setFacts';
import { setOfManifest } from '../core/sync/store/setLibrary';
import type { RecordsFacts } from '../shared/comparison';

/**
 * Returns facts about exported records. Returns undefined for other records, and for records outside the export
 * libraries, because they are untrusted.
 */
export async function recordsFacts(path: string, libraries: readonly string[]): Promise<RecordsFacts | undefined> {
	if (!isManifest(path)) {
		const entry = await describeExport(path, libraries);
		return entry && factsOfExport(entry);
	}
	const set = await setOfManifest(path, libraries);
	return set && factsOfSet(set);
}
