import { dirname, join } from 'node:path';
import type { ExportDependencies } from '../core/export/library/exportDependencies';
import { deleteFolder } from '../core/export/library/library';
import { getToday } from '../core/sync/model/calendar';
import { changed, getEffect } from '../core/sync/model/changes';
import { type DescribedDay, describeCalendar } from '../core/sync/model/describedDays';
import { manifestName } from '../core/sync/model/names';
import { getSummary, type SetSummary } from '../core/sync/model/summary';
import type { SyncedSet, SyncPlan } from '../core/sync/model/syncedSet';
import { removeOldDays } from '../core/sync/store/removeOldDays';
import { requireSet } from '../core/sync/store/setFolder';
import {
	changeSet,
	clearSets,
	createSet,
	findSet,
	listSets,
	measureSets,
	type SetEntry,
	setOfManifest,
} from '../core/sync/store/setLibrary';
import { removeSuperseded } from '../core/sync/store/supersededPartitions';
import { runIncrementalSync } from '../core/sync/update/incrementalSync';
import type { Handlers } from '../shared/rpc';
import type { AskingOrder, SyncApi, SyncedSetEntry } from './protocol';

interface SyncHandlerOptions {
	readonly offline: () => ExportDependencies;
	readonly isOpen: (folder: string) => Promise<boolean>;
	readonly asking: (order: AskingOrder, signal: AbortSignal) => Promise<ExportDependencies>;
	readonly keyed: (plan: SyncPlan) => Promise<SyncPlan>;
	readonly onFault: (error: unknown) => void;
}

export function syncHandlers(options: SyncHandlerOptions): Handlers<SyncApi> {
	const { offline, isOpen, asking, keyed } = options;
	const cleaned = new Set<string>();
	return {
		listSyncedSets: async ({ library, service }) => {
			const sets = await listSets(library, service, offline());
			// A replaced partition remains on disk while a window shows its records. Remaining partitions are deleted
			// here once, when their set is first listed.
			const unseen = sets.map(({ folder }) => folder).filter((folder) => !cleaned.has(folder));
			for (const folder of unseen) {
				cleaned.add(folder);
			}
			void removeSupersededIn(unseen, options);
			return sets.map((entry) => described(entry));
		},
		describeSyncedSet: async ({ libraries, path }) => {
			const set = await setOfManifest(path, libraries);
			if (!set) {
				return undefined;
			}
			const days = describeCalendar(set, new Date());
			return { ...described({ folder: dirname(path), set, runsElsewhere: false }, days), days };
		},
		createSyncedSet: async ({ library, service, plan, zone }) =>
			described(await createSet(library, service, await keyed(plan), zone)),
		updateSyncedSet: async (order, { signal, report }) => {
			const { folder, libraries, zone, additionalFields, days, unlessWithinMs } = order;
			const found = await findSet(folder, libraries);
			const update = { folder: found, zone, additionalFields, days, unlessWithinMs, isOpen: () => isOpen(found) };
			const dependencies = await asking({ ...order, endsWhenThrottled: unlessWithinMs !== undefined }, signal);
			let cached: { readonly set: SyncedSet; readonly summary: SetSummary } | undefined;
			const set = await runIncrementalSync(update, dependencies, signal, ({ set, ...progress }) => {
				// The summary is cached, because consecutive progress reports are usually about the same set.
				cached = cached?.set === set ? cached : { set, summary: getSummary(set, new Date()) };
				report({ ...progress, summary: cached.summary });
			});
			return described({ folder, set, runsElsewhere: false });
		},
		pauseSyncedSet: async ({ folder, libraries, paused }, { signal }) => {
			await changeSet(await findSet(folder, libraries), offline(), signal, ({ paused: _, ...set }) => ({
				...set,
				...(paused && { paused }),
			}));
		},
		effectOfChange: async ({ folder, libraries, change }) => {
			const found = await findSet(folder, libraries);
			const { set } = await requireSet(found);
			return { ...getEffect(set, change, new Date()), isOpen: await isOpen(found) };
		},
		changeSyncedSet: async ({ folder, libraries, change }, { signal }) => {
			const found = await findSet(folder, libraries);
			const removesDays = change.since !== undefined || change.retentionDays !== undefined;
			const set = await changeSet(
				found,
				offline(),
				signal,
				async (before) => {
					const set = changed(before, change);
					return set.plan.deviceKey === undefined ? { ...set, plan: await keyed(set.plan) } : set;
				},
				async (set, files) => {
					// The user confirmed a preview that was based on the local clock, so the same clock is used here.
					const today = getToday(new Date(), set.zone);
					const removal = { folder: found, files, isOpen: () => isOpen(found) };
					return removesDays ? removeOldDays(set, today, removal) : set;
				},
			);
			return described({ folder, set, runsElsewhere: false });
		},
		measureSyncedSets: ({ library }) => measureSets(library, offline()),
		clearSyncedSets: ({ library }) => clearSets(library, offline()),
		deleteSyncedSet: async ({ folder, libraries }) => deleteFolder(await findSet(folder, libraries), offline()),
	};
}

export async function removeSupersededIn(
	folders: readonly string[],
	{ offline, isOpen, onFault }: Pick<SyncHandlerOptions, 'offline' | 'isOpen' | 'onFault'>,
): Promise<void> {
	const { signal } = new AbortController();
	for (const folder of folders) {
		await removeSuperseded(folder, () => isOpen(folder), offline(), signal).catch(onFault);
	}
}

function described({ folder, set, runsElsewhere }: SetEntry, days?: readonly DescribedDay[]): SyncedSetEntry {
	if (typeof set === 'string') {
		return { folder, known: undefined, fault: set, runsElsewhere };
	}
	const { service, plan, zone, retentionDays, paused = false, updatedAt } = set;
	return {
		folder,
		known: {
			manifest: join(folder, manifestName(plan.application)),
			service,
			plan,
			zone,
			paused,
			...(retentionDays !== undefined && { retentionDays }),
			...(updatedAt !== undefined && { updatedAt }),
			summary: getSummary(set, new Date(), days),
		},
		runsElsewhere,
	};
}
