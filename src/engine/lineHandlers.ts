import { Pace } from '../core/common/pace';
import { type LineMap, mappingLines } from '../core/lines/lineMap';
import type { Handlers } from '../shared/rpc';
import type { EngineApi } from './protocol';

/** How long two texts may be compared (milliseconds). */
const maxMappingMs = 200;
/** Texts of so many comparisons are kept: those of the files on screen, in the versions that their records have. */
const keptMaps = 64;
/** Characters of all texts that are kept. */
const keptLength = 16_000_000;

interface KeptMap {
	readonly before: string;
	readonly after: string;
	/** Undefined where it took too long: it would again. */
	readonly map: LineMap | undefined;
}

/**
 * What the engine does about lines of texts that were edited.
 *
 * @param mapping Compares two texts.
 */
export function lineHandlers(mapping = mappingLines): Pick<Handlers<EngineApi>, 'mapLines'> {
	let kept: readonly KeptMap[] = [];
	return {
		mapLines: async ({ before, after, lines }, { signal }) => {
			let known = kept.find((one) => one.before === before && one.after === after);
			if (!known) {
				const { result } = await new Pace(signal).through(mapping(before, after), maxMappingMs);
				known = { before, after, map: result };
			}
			kept = newestOf([known, ...kept.filter((one) => one !== known)]);
			const { map } = known;
			return map && lines.map((line1) => map.of(line1));
		},
	};
}

/** As many as there is room for, and the first of them whatever its length. */
function newestOf(maps: readonly KeptMap[]): readonly KeptMap[] {
	let length = 0;
	return maps.slice(0, keptMaps).filter(({ before, after }, index) => {
		length += before.length + after.length;
		return index === 0 || length <= keptLength;
	});
}
