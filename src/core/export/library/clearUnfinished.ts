import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { whileBusy } from '../../files/busyFiles';
import { onDisk } from '../../files/diskError';
import type { Files } from '../../files/durableFile';
import { isUnfinished } from '../../files/unfinished';

export async function clearUnfinished(folder: string, files: Pick<Files, 'maxBusyMs' | 'rm'>): Promise<void> {
	await onDisk(folder, async () => {
		for (const name of (await readdir(folder)).filter(isUnfinished)) {
			await whileBusy(files, () => files.rm(join(folder, name), { force: true }));
		}
	});
}
