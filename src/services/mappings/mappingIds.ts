import type { MappingCandidate } from '../../core/stack/mapping/choose';
import type { MapIds } from '../../core/stack/mapping/r8/mapIds';
import { RecentCache } from '../../core/stack/mapping/result/recentCache';
import type { EngineClient } from '../../engine/client';

/** Files whose IDs are kept; finding them reads a file as a whole. */
const mostKept = 1000;

/** The IDs by which R8 files call themselves, read once for each state of a file. */
export class MappingIds {
	private readonly kept = new RecentCache<string, readonly MapIds[]>(mostKept);

	constructor(private readonly engine: Pick<EngineClient, 'call'>) {}

	/** The same candidates, with what they say about themselves. */
	async add(
		candidates: readonly MappingCandidate[],
		signal: AbortSignal | undefined,
	): Promise<readonly MappingCandidate[]> {
		const unread = candidates.filter((candidate) => !this.kept.get(keyOf(candidate)));
		if (unread.length > 0) {
			const ids = await this.engine.call('mappingIds', { paths: unread.map(({ path }) => path) }, { signal });
			for (const [index, candidate] of unread.entries()) {
				this.kept.set(keyOf(candidate), ids[index] ?? []);
			}
		}
		return candidates.map((candidate) => ({ ...candidate, headers: this.kept.get(keyOf(candidate)) ?? [] }));
	}
}

function keyOf({ path, modified }: MappingCandidate): string {
	return `${modified} ${path}`;
}
