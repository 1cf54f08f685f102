import { join } from 'node:path';
import { removeFolder } from '../../export/library/library';
import type { Files } from '../../files/durableFile';
import { firstDayOf } from '../model/calendar';
import { oldDays } from '../model/changes';
import type { SyncedSet } from '../model/syncedSet';
import { writeSet } from './setFolder';

interface Removal {
	readonly folder: string;
	readonly files: Files;
	/**
	 * Returns true if the synced set is open in any VS Code window, which means that its partitions are still being read.
	 */
	readonly isOpen: () => Promise<boolean>;
}

/** Deletes old days and moves the set's first day, so that deleted days aren't requested again. Skips open sets. */
export async function removeOldDays(
	set: SyncedSet,
	today: string,
	{ folder, files, isOpen }: Removal,
): Promise<SyncedSet> {
	const since = firstDayOf(set, today);
	const old = oldDays(set, since);
	if (old.length === 0 || (await isOpen())) {
		return set;
	}
	const left = { ...set, plan: { ...set.plan, since }, days: set.days.filter((day) => !old.includes(day)) };
	await writeSet(folder, left, files);
	for (const { partition } of old) {
		// If another program is using the partition, the next sync deletes it.
		await (partition && removeFolder(join(folder, partition.folder), files).catch(() => undefined));
	}
	return left;
}
