import { describeExport } from '../core/export/library/describeExport';
import { factsOfExport } from '../core/export/library/recordsFacts';
import { isManifest } from '../core/kept/model/names';
import { factsOfSet } from '../core/kept/model/setFacts';
import { setOfManifest } from '../core/kept/store/setLibrary';
import type { RecordsFacts } from '../shared/comparison';

/**
 * How the records of a file were asked for. What lies beside a file outside of the libraries is somebody's claim.
 * @returns undefined for a file that is none of ours
 */
export async function recordsFacts(path: string, libraries: readonly string[]): Promise<RecordsFacts | undefined> {
	if (!isManifest(path)) {
		const entry = await describeExport(path, libraries);
		return entry && factsOfExport(entry);
	}
	const set = await setOfManifest(path, libraries);
	return set && factsOfSet(set);
}
