import { Scheduler } from '../core/common/scheduler';
import { type LineMap, mappingLines } from '../core/lines/lineMap';
import type { Handlers } from '../shared/rpc';
import type { EngineApi } from './protocol';

const maxMappingMs = 200;
/** Maximum number of cached line maps. A line map is cached for each visible file and app version. */
const cachedLineMaps = 64;
const maxCachedLength = 16_000_000;

interface CachedLineMap {
	readonly before: string;
	readonly after: string;
	/** Undefined if the comparison timed out. This result is also cached, so that the comparison isn't repeated. */
	readonly map: LineMap | undefined;
}

export function lineHandlers(mapping = mappingLines): Pick<Handlers<EngineApi>, 'mapLines'> {
	let cached: readonly CachedLineMap[] = [];
	return {
		mapLines: async ({ before, after, lines }, { signal }) => {
			let known = cached.find((one) => one.before === before && one.after === after);
			if (!known) {
				const { result } = await new Scheduler(signal).run(mapping(before, after), maxMappingMs);
				known = { before, after, map: result };
			}
			cached = newestOf([known, ...cached.filter((one) => one !== known)]);
			const { map } = known;
			return map && lines.map((line1) => map.of(line1));
		},
	};
}

function newestOf(maps: readonly CachedLineMap[]): readonly CachedLineMap[] {
	let length = 0;
	return maps.slice(0, cachedLineMaps).filter(({ before, after }, index) => {
		length += before.length + after.length;
		return index === 0 || length <= maxCachedLength;
	});
}
