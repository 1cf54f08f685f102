import { dirname, join } from 'node:path';
import { AppError } from '../core/common/errors';
import type { ExportParts } from '../core/export/library/exportParts';
import { deleteFolder } from '../core/export/library/library';
import { todayOf } from '../core/kept/model/calendar';
import { changed, effectOf } from '../core/kept/model/changes';
import { describeCalendar } from '../core/kept/model/describedDays';
import type { KeptSet } from '../core/kept/model/keptSet';
import { isManifest, manifestName } from '../core/kept/model/names';
import { type SetSummary, summaryOf } from '../core/kept/model/summary';
import { removeOldDays } from '../core/kept/store/removeOldDays';
import { readSet } from '../core/kept/store/setFolder';
import {
	changeSet,
	clearSets,
	createSet,
	findSet,
	listSets,
	measureSets,
	type SetEntry,
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
}

/** Sets of kept records, by the folders that they are in. */
export function keptHandlers({ offline, isOpen, asking }: KeptParts): Handlers<KeptApi> {
	return {
		listKept: async ({ library, service }) => (await listSets(library, service, offline())).map(described),
		describeKept: async ({ libraries, path }) => {
			const folder = dirname(path);
			const isOurs = isManifest(path) && (await findSet(folder, libraries).catch(() => undefined)) !== undefined;
			const found = isOurs ? await readSet(folder) : undefined;
			return (
				found && {
					...described({ folder, set: found.set, runsElsewhere: false }),
					days: describeCalendar(found.set, new Date()),
				}
			);
		},
		createKept: async ({ library, service, plan, zone }) => described(await createSet(library, service, plan, zone)),
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
			const { set } = (await readSet(found)) ?? {};
			if (!set) {
				throw new AppError({ kind: 'unreadable', fault: 'missing', path: found, code: 'ENOENT' });
			}
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
				async (set, files) => {
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

function described({ folder, set, runsElsewhere }: SetEntry): KeptEntry {
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
			summary: summaryOf(set, new Date()),
		},
		runsElsewhere,
	};
}
