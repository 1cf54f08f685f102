import { RecentCache } from '../../../shared/recentCache';
import { isProblem } from '../../common/errors';
import { type MapIds, readMapIds } from './r8/mapIds';

/** Files whose IDs are kept; finding them reads a file as a whole. */
const maxKept = 1000;

/** A file as it was seen last. */
interface SeenFile {
	/** Absolute. */
	readonly path: string;
	/** Milliseconds since 1970. */
	readonly modified: number;
}

/** The IDs by which R8 files call themselves, read once for each state of a file. */
export class KnownMapIds {
	private readonly kept = new RecentCache<string, readonly MapIds[]>(maxKept);

	/**
	 * None where the file cannot be read: that is reported when it is used.
	 * @throws AppError `cancelled`
	 */
	async of({ path, modified }: SeenFile, signal: AbortSignal): Promise<readonly MapIds[]> {
		const key = `${modified} ${path}`;
		const known = this.kept.get(key);
		if (known) {
			return known;
		}
		const ids = await readMapIds(path, signal).catch(noneOnDisk);
		this.kept.set(key, ids);
		return ids;
	}
}

function noneOnDisk(error: unknown): readonly MapIds[] {
	if (isProblem(error, 'disk')) {
		return [];
	}
	throw error;
}
