import { type FileHandle, open, stat } from 'node:fs/promises';
import { RecentCache } from '../../../shared/recentCache';
import { throwIfAborted } from '../../common/cancellation';
import { isProblem } from '../../common/errors';
import { onDisk } from '../../files/diskError';
import { emptyHeader, type MapHeader, withComment } from './r8/mapHeader';

/** Maximum number of files whose IDs are cached. Without the cache, entire files would be read again. */
const maxCached = 1000;

interface SeenFile {
	readonly path: string;
	readonly modified: number;
}

type MapIds = Pick<MapHeader, 'mapId' | 'mapHash'>;

const chunkBytes = 256 * 1024;
const mark = Buffer.from('# pg_map_');
/** Maximum length of a comment in bytes. Consecutive chunks of a file overlap by this length to find all comments. */
const maxCommentLength = 256;
/** Number of bytes to search at the start of a file. The mapping ID, if any, is in this part. */
const headBytes = 64 * 1024;
const maxIds = 1024;

/** Caches the mapping IDs in R8 files. A file is read again only if it has changed. */
export class KnownMapIds {
	private readonly cached = new RecentCache<string, readonly MapIds[]>(maxCached);

	/**
	 * Returns a file's mapping IDs. If the file can't be read, returns an empty list, because loading the file reports
	 * the error. Throws `cancelled`.
	 */
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

/** Reads the mapping IDs in a file. Throws `disk` or `cancelled`. */
export function readMapIds(path: string, signal: AbortSignal): Promise<readonly MapIds[]> {
	return onDisk(path, async () => {
		// Skips special files, because opening a named pipe would wait for another process.
		if (!(await stat(path)).isFile()) {
			return [];
		}
		await using handle = await open(path, 'r');
		return await scan(handle, signal);
	});
}

async function scan(handle: FileHandle, signal: AbortSignal): Promise<MapIds[]> {
	const ids: MapIds[] = [];
	const bytes = Buffer.allocUnsafeSlow(chunkBytes);
	let position = 0;
	for (;;) {
		throwIfAborted(signal);
		const { bytesRead } = await handle.read(bytes, 0, position === 0 ? headBytes : chunkBytes, position);
		const isLast = bytesRead <= maxCommentLength;
		const end = isLast ? bytesRead : bytesRead - maxCommentLength;
		collect(bytes.subarray(0, bytesRead), end, ids);
		position += end;
		if (isLast || ids.length === 0 || ids.length >= maxIds) {
			return ids;
		}
	}
}

/** @param end Offset after the last possible start of a match. The next chunk contains later matches */
function collect(bytes: Buffer, end: number, ids: MapIds[]): void {
	for (let start = bytes.indexOf(mark); start >= 0 && start < end; start = bytes.indexOf(mark, start + 1)) {
		const text = bytes.toString('latin1', start, start + maxCommentLength);
		const [line = ''] = text.split(/\r?\n/, 1);
		const { mapId, mapHash } = withComment(emptyHeader, line) ?? {};
		if (mapId !== undefined || mapHash !== undefined) {
			ids.push({ ...(mapId !== undefined && { mapId }), ...(mapHash !== undefined && { mapHash }) });
		}
	}
}
