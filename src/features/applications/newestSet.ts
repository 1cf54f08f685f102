import type { SyncedSetEntry } from '../../engine/protocol';

/** Returns the set that was synced last. Unreadable sets and sets that were never synced come after all others. */
export function newestSet<T extends Pick<SyncedSetEntry, 'known'>>(sets: readonly T[]): T | undefined {
	const syncedAt = ({ known }: T) => known?.summary.currentTo ?? '';
	return sets.toSorted((a, b) => syncedAt(b).localeCompare(syncedAt(a)))[0];
}
