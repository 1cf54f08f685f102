import { RecentCache } from '../../../shared/recentCache';
import { isProblem } from '../../common/errors';
import { type MapIds, readMapIds } from './r8/mapIds';

/** Maximum number of files whose IDs are cached. The cache avoids reading each file completely to find its IDs. */
const maxCached = 1000;

interface SeenFile {
	readonly path: string;
	readonly modified: number;
}

/** Caches the mapping IDs in R8 files. A file is read again only if it has changed. */
export class KnownMapIds {
	private readonly cached = new RecentCache<string, readonly MapIds[]>(maxCached);

	/** Returns an empty list if the file can't be read. Its use reports the error. Throws `cancelled`. */
	async of({ path, modified }: SeenFile, signal: AbortSignal): Promise<readonly MapIds[]> {
		const key = `${modified} ${path}`;
		const known = this.cached.get(key);
		if (known) {
			return known;
		}
		const ids = await readMapIds(path, signal).catch(noneOnDisk);
		this.cached.set(key, ids);
		return ids;
	}
}

function noneOnDisk(error: unknown): readonly MapIds[] {
	if (isProblem(error, 'disk')) {
		return [];
	}
	throw error;
}
