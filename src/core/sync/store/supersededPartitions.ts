import { join } from 'node:path';
import { isProblem } from '../../common/errors';
import type { ExportDependencies } from '../../export/library/exportDependencies';
import { foldersIn, removeFolder } from '../../export/library/library';
import { holding } from '../../export/run/exportRun';
import { isPartitionFolderName } from '../model/names';
import type { SyncedSet } from '../model/syncedSet';
import { readSet } from './setFolder';

export async function findSuperseded(folder: string, { days }: Pick<SyncedSet, 'days'>): Promise<readonly string[]> {
	const used = new Set(days.map(({ partition }) => partition?.folder));
	return foldersIn(folder, (name) => isPartitionFolderName(name) && !used.has(name));
}

/**
 * Deletes partitions that were replaced. Skips a synced set that is open in a VS Code window, or that is being synced,
 * because the sync deletes such partitions itself.
 */
export async function removeSuperseded(
	folder: string,
	isOpen: () => Promise<boolean>,
	dependencies: ExportDependencies,
	signal: AbortSignal,
): Promise<void> {
	const find = async () => {
		const found = await readSet(folder);
		// If the manifest was rebuilt, the next sync decides which partitions are needed.
		return !found || found.rebuilt ? [] : findSuperseded(folder, found.set);
	};
	if ((await find()).length === 0 || (await isOpen())) {
		return;
	}
	try {
		await holding(folder, dependencies, signal, async (_, files) => {
			for (const name of (await isOpen()) ? [] : await find()) {
				// If another program is using the folder, it is deleted later.
				await removeFolder(join(folder, name), files).catch(() => undefined);
			}
		});
	} catch (error) {
		if (!isProblem(error, 'exportRunning')) {
			throw error;
		}
	}
}
