import type { Scheduler } from '../../../common/scheduler';
import { getBuild, getBuildColumn } from '../../table/buildColumn';
import type { Snapshot } from '../execution/snapshot';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyTexts';
import type { QueryCache } from '../queryCache';

const several = 0xffffffff;

/** Returns build numbers by version code, for versions whose records all have the same build. */
export async function buildsOfVersions(
	queryCache: QueryCache,
	snapshot: Snapshot,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	scheduler: Scheduler,
): Promise<ReadonlyMap<number, string>> {
	const column = getBuildColumn(snapshot.allColumns);
	if (column === undefined || !versions) {
		return new Map();
	}
	const builds = await queryCache.keyCodes(snapshot, { kind: 'column', column }, scheduler.signal);
	const found = new Uint32Array(versions.size);
	await scheduler.forEachBatch(snapshot.records, (from, to) => {
		for (let record = from; record < to; record++) {
			const build = builds.codes[record] ?? 0;
			const version = versions.codes[record] ?? 0;
			if (build !== 0 && found[version] !== build) {
				found[version] = found[version] === 0 ? build : several;
			}
		}
	});
	const known = Array.from(found.keys()).filter((version) => found[version] !== 0 && found[version] !== several);
	const texts = await textsOfCodes(
		snapshot,
		builds.texts,
		known.map((version) => found[version] ?? 0),
		scheduler,
	);
	return new Map(
		known.flatMap((version, place): [number, string][] => {
			const build = version === 0 ? undefined : getBuild(texts[place]);
			return build === undefined ? [] : [[version, build]];
		}),
	);
}
