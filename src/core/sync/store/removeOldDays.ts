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
	/** Returns true if the synced set is open in any window. Its views still read the partitions. */
	readonly isOpen: () => Promise<boolean>;
}

/** Deletes old days. The set's first day becomes later, so that they aren't requested again. Open sets are skipped. */
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
		// Another program may be using the partition. The next sync deletes it.
		await (partition && removeFolder(join(folder, partition.folder), files).catch(() => undefined));
	}
	return left;
}
