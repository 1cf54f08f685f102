import { describeExport } from '../core/export/library/describeExport';
import { factsOfExport } from '../core/export/library/recordsFacts';
import { isManifest } from '../core/sync/model/names';
import { factsOfSet } from '../core/sync/model/setFacts';
import { setOfManifest } from '../core/sync/store/setLibrary';
import type { RecordsFacts } from '../shared/comparison';

/**
 * Returns facts about exported or synced records. Returns undefined for all other files and for files outside the
 * export libraries, which are untrusted.
 */
export async function recordsFacts(path: string, libraries: readonly string[]): Promise<RecordsFacts | undefined> {
	if (!isManifest(path)) {
		const entry = await describeExport(path, libraries);
		return entry && factsOfExport(entry);
	}
	const set = await setOfManifest(path, libraries);
	return set && factsOfSet(set);
}
