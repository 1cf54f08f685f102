import { type FileHandle, open, stat } from 'node:fs/promises';
import { throwIfAborted } from '../../../common/cancellation';
import { onDisk } from '../../../files/diskError';
import { emptyHeader, type MapHeader, withComment } from './mapHeader';

export type MapIds = Pick<MapHeader, 'mapId' | 'mapHash'>;

const chunkBytes = 256 * 1024;
const mark = Buffer.from('# pg_map_');
/** Maximum length of a comment in bytes. Consecutive chunks overlap by this length, so that no comment is missed. */
const maxCommentLength = 256;
/** Number of bytes to search at the start of a file. If the file has an ID, the ID is there. */
const headBytes = 64 * 1024;
const maxIds = 1024;

/** Reads the mapping IDs in a file. Throws `disk` or `cancelled`. */
export function readMapIds(path: string, signal: AbortSignal): Promise<readonly MapIds[]> {
	return onDisk(path, async () => {
		// Skips named pipes, for example, because opening one would wait for another process.
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

/** @param end Offset after the last possible start of a match. Later matches are found in the next chunk. */
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
