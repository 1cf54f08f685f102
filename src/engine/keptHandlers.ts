import { dirname, join } from 'node:path';
import type { ExportParts } from '../core/export/library/exportParts';
import { deleteFolder } from '../core/export/library/library';
import { todayOf } from '../core/kept/model/calendar';
import { changed, effectOf } from '../core/kept/model/changes';
import { type DescribedDay, describeCalendar } from '../core/kept/model/describedDays';
import type { KeptPlan, KeptSet } from '../core/kept/model/keptSet';
import { manifestName } from '../core/kept/model/names';
import { type SetSummary, summaryOf } from '../core/kept/model/summary';
import { removeOldDays } from '../core/kept/store/removeOldDays';
import { requireSet } from '../core/kept/store/setFolder';
import {
	changeSet,
	clearSets,
	createSet,
	findSet,
	listSets,
	measureSets,
	type SetEntry,
	setOfManifest,
} from '../core/kept/store/setLibrary';
import { updateSet } from '../core/kept/update/updateSet';
import type { Handlers } from '../shared/rpc';
import type { AskingOrder, KeptApi, KeptEntry } from './protocol';

interface KeptParts {
	/** Without anybody to ask. */
	readonly offline: () => ExportParts;
	/** Whether the set is open in an editor of any window. */
	readonly isOpen: (folder: string) => Promise<boolean>;
	readonly asking: (order: AskingOrder, signal: AbortSignal) => Promise<ExportParts>;
	/** With the ID of the key, where devices are to be hashed. */
	readonly keyed: (plan: KeptPlan) => Promise<KeptPlan>;
}

/** Sets of kept records, by the folders that they are in. */
export function keptHandlers({ offline, isOpen, asking, keyed }: KeptParts): Handlers<KeptApi> {
	return {
		listKept: async ({ library, service }) =>
			(await listSets(library, service, offline())).map((entry) => described(entry)),
		describeKept: async ({ libraries, path }) => {
			const set = await setOfManifest(path, libraries);
			if (!set) {
				return undefined;
			}
			const days = describeCalendar(set, new Date());
			return { ...described({ folder: dirname(path), set, runsElsewhere: false }, days), days };
		},
		createKept: async ({ library, service, plan, zone }) =>
			described(await createSet(library, service, await keyed(plan), zone)),
		updateKept: async (order, { signal, report }) => {
			const { folder, libraries, zone, additionalFields, days, unlessWithinMs } = order;
			const found = await findSet(folder, libraries);
			const update = { folder: found, zone, additionalFields, days, unlessWithinMs, isOpen: () => isOpen(found) };
			const parts = await asking({ ...order, endsWhenThrottled: unlessWithinMs !== undefined }, signal);
			let told: { readonly set: KeptSet; readonly summary: SetSummary } | undefined;
			const set = await updateSet(update, parts, signal, ({ set, ...progress }) => {
				// Many a report is of the set as the one before told it.
				told = told?.set === set ? told : { set, summary: summaryOf(set, new Date()) };
				report({ ...progress, summary: told.summary });
			});
			return described({ folder, set, runsElsewhere: false });
		},
		pauseKept: async ({ folder, libraries, paused }, { signal }) => {
			await changeSet(await findSet(folder, libraries), offline(), signal, ({ paused: _, ...set }) => ({
				...set,
				...(paused && { paused }),
			}));
		},
		effectOfChange: async ({ folder, libraries, change }) => {
			const found = await findSet(folder, libraries);
			const { set } = await requireSet(found);
			return { ...effectOf(set, change, new Date()), isOpen: await isOpen(found) };
		},
		changeKept: async ({ folder, libraries, change }, { signal }) => {
			const found = await findSet(folder, libraries);
			const removesDays = change.since !== undefined || change.keepDays !== undefined;
			const set = await changeSet(
				found,
				offline(),
				signal,
				(set) => changed(set, change),
				async (unkeyed, files) => {
					const { plan } = unkeyed;
					const set = plan.deviceKey === undefined ? { ...unkeyed, plan: await keyed(plan) } : unkeyed;
					// By the clock of this machine: a person has seen which days those are.
					const today = todayOf(new Date(), set.zone);
					const removal = { folder: found, files, isOpen: () => isOpen(found) };
					return removesDays ? removeOldDays(set, today, removal) : set;
				},
			);
			return described({ folder, set, runsElsewhere: false });
		},
		measureKept: ({ library }) => measureSets(library, offline()),
		clearKept: ({ library }) => clearSets(library, offline()),
		deleteKept: async ({ folder, libraries }) => deleteFolder(await findSet(folder, libraries), offline()),
	};
}

/** @param days Of the set's calendar, where they are described already. */
function described({ folder, set, runsElsewhere }: SetEntry, days?: readonly DescribedDay[]): KeptEntry {
	if (typeof set === 'string') {
		return { folder, known: undefined, fault: set, runsElsewhere };
	}
	const { service, plan, zone, keepDays, paused = false, updatedAt } = set;
	return {
		folder,
		known: {
			manifest: join(folder, manifestName(plan.application)),
			service,
			plan,
			zone,
			paused,
			...(keepDays !== undefined && { keepDays }),
			...(updatedAt !== undefined && { updatedAt }),
			summary: summaryOf(set, new Date(), days),
		},
		runsElsewhere,
	};
}
