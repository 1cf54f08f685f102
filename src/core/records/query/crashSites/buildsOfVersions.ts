import type { Pace } from '../../../common/pace';
import { buildColumnOf, buildOf } from '../../table/buildColumn';
import type { KeyCodes } from '../keys/keyCodes';
import { textsOfCodes } from '../keys/keyTexts';
import type { Prepared } from '../prepared';
import type { Snapshot } from '../work/snapshot';

/** In place of a build's code: records of the version have several. */
const several = 0xffffffff;

/** By code of a version: the number of its build, where all its records that tell one tell the same. */
export async function buildsOfVersions(
	prepared: Prepared,
	snapshot: Snapshot,
	versions: Pick<KeyCodes, 'codes' | 'size'> | undefined,
	pace: Pace,
): Promise<ReadonlyMap<number, string>> {
	const column = buildColumnOf(snapshot.allColumns);
	if (column === undefined || !versions) {
		return new Map();
	}
	const builds = await prepared.keyCodes(snapshot, { kind: 'column', column }, pace.signal);
	const found = new Uint32Array(versions.size);
	await pace.walk(snapshot.records, (from, to) => {
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
		pace,
	);
	return new Map(
		known.flatMap((version, place): [number, string][] => {
			const build = version === 0 ? undefined : buildOf(texts[place]);
			return build === undefined ? [] : [[version, build]];
		}),
	);
}
