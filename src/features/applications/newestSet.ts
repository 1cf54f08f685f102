import type { SyncedSetEntry } from '../../engine/protocol';

/** Returns the set that was synced last. Returns an unreadable or unsynced set only if there is no other set. */
export function newestSet<T extends { readonly entry: Pick<SyncedSetEntry, 'known'> }>(
	sets: readonly T[],
): T | undefined {
	const syncedAt = ({ entry }: T) => entry.known?.summary.currentTo ?? '';
	return sets.toSorted((a, b) => syncedAt(b).localeCompare(syncedAt(a)))[0];
}
