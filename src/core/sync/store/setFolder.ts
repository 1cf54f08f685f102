import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DaySpan, isDayIn } from '../../../shared/syncedDays';
import { AppError } from '../../common/errors';
import { isObject, parseJson } from '../../common/parseJson';
import { decodeZone, readEntry, readOutcome, writeQuestion } from '../../export/library/entryFiles';
import { foldersIn, readFolder } from '../../export/library/library';
import type { ExportEntry, Outcome, StoredQuestion } from '../../export/model/entry';
import { onDisk } from '../../files/diskError';
import { type Files, writeWhole } from '../../files/durableFile';
import type { Question } from '../../plan/plan';
import { isSameZone, utc, type Zone } from '../../plan/range';
import { getDay } from '../model/days';
import { decodeSections, decodeSet, decodeSettings, isOfNewerVersion } from '../model/decodeSet';
import { dayOfFolder, isManifestName, isPartitionFolderName, manifestName } from '../model/names';
import { type Partition, type SyncedDay, type SyncedSet, type SyncPlan, settingsOf } from '../model/syncedSet';

/** Maximum size of a manifest in bytes. A day needs a few hundred bytes, so this is enough for many decades. */
const maxManifestBytes = 32 * 1024 * 1024;

export interface FoundSet {
	readonly set: SyncedSet;
	/** True if a missing or damaged manifest was rebuilt from the partitions. The request times are then unknown. */
	readonly rebuilt: boolean;
}

/**
 * @returns Undefined if the folder contains neither a manifest nor partitions
 * @throws AppError `disk`, or `unreadable` if a newer version wrote the synced set
 */
export async function readSet(folder: string): Promise<FoundSet | undefined> {
	const value = await readManifest(folder);
	if (isOfNewerVersion(value)) {
		throw new AppError({ kind: 'unreadable', fault: 'newerVersion', path: folder, code: '' });
	}
	const set = decodeSet(value);
	if (set) {
		return { set, rebuilt: false };
	}
	const rebuilt = await rebuildSet(folder);
	return rebuilt && { set: rebuilt, rebuilt: true };
}

/** Reads the synced set in a folder. Throws the errors of `readSet`, and `unreadable` if the folder contains no set. */
export async function requireSet(folder: string): Promise<FoundSet> {
	const found = await readSet(folder);
	if (!found) {
		throw new AppError({ kind: 'unreadable', fault: 'missing', path: folder, code: 'ENOENT' });
	}
	return found;
}

export function writeSet(folder: string, set: SyncedSet, files: Files): Promise<void> {
	const path = join(folder, manifestName(set.plan.application));
	return onDisk(path, () => writeWhole(path, `${JSON.stringify(set, null, '\t')}\n`, files));
}

export async function saveSettings(folder: string, set: SyncedSet, files: Files): Promise<void> {
	const newest = set.days.findLast(({ partition }) => partition)?.partition;
	const path = newest && join(folder, newest.folder);
	const stored = path === undefined ? undefined : (await readEntry(path))?.stored;
	if (path !== undefined && stored) {
		const clock = clockOf(stored, set.zone);
		const { sections } = newest ?? {};
		const syncedSet = { ...settingsOf(set), ...(clock && { clock }), ...(sections && { sections }) };
		await onDisk(path, () => writeQuestion(path, { ...stored, syncedSet }, files));
	}
}

/** Returns the paths of partitions with records that exist on disk, oldest first. */
export async function partitionPaths(folder: string, days?: DaySpan): Promise<readonly string[]> {
	const { set } = await requireSet(folder);
	const wanted = set.days.filter(({ day }) => isDayIn(day, days));
	const partitions = wanted.flatMap(({ partition }) => (partition && partition.rows > 0 ? [partition] : []));
	const paths = partitions.map((partition) => join(folder, partition.folder, partition.file));
	const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
	return paths.filter((_, index) => sizes[index]?.isFile());
}

async function readManifest(folder: string): Promise<unknown> {
	const manifest = (await readFolder(folder)).find(({ name }) => isManifestName(name));
	if (!manifest) {
		return undefined;
	}
	const path = join(folder, manifest.name);
	const text = await onDisk(path, async () =>
		(await stat(path)).size <= maxManifestBytes ? await readFile(path, 'utf8') : '',
	);
	return parseJson(text);
}

async function rebuildSet(folder: string): Promise<SyncedSet | undefined> {
	const found = new Map<string, { readonly name: string; readonly entry: WholeEntry }>();
	for (const name of await foldersIn(folder, isPartitionFolderName)) {
		const path = join(folder, name);
		// The outcome is read separately, because it is needed even if the records file was changed.
		const [stored, outcome] = [(await readEntry(path))?.stored, await readOutcome(path)];
		const known = found.get(dayOfFolder(name));
		// Partitions only grow. Of two partitions for the same day, the larger one is therefore newer.
		if (stored && outcome && (known === undefined || known.entry.outcome.rows < outcome.rows)) {
			found.set(dayOfFolder(name), { name, entry: { stored, outcome } });
		}
	}
	const days = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
	const newest = days.at(-1)?.[1].entry.stored;
	if (!newest) {
		return undefined;
	}
	const zone = newest.zone ?? utc;
	const since = days[0]?.[0] ?? getDay(newest.askedAt);
	return {
		version: 1,
		service: newest.service,
		...(decodeSettings(newest.syncedSet) ?? { plan: syncPlanOf(newest.question, since) }),
		zone,
		days: days.map(([day, { name, entry }]): SyncedDay => {
			const clock = clockOf(entry.stored, zone);
			return { day, ...(clock && { clock }), partition: partitionOf(name, entry) };
		}),
	};
}

function clockOf({ syncedSet, zone = utc }: StoredQuestion, setZone: Zone): Zone | undefined {
	const clock = (isObject(syncedSet) ? decodeZone(syncedSet['clock']) : undefined) ?? zone;
	return isSameZone(clock, setZone) ? undefined : clock;
}

function syncPlanOf(question: Question, since: string): SyncPlan {
	const { application, format, fields, filters, skipUnavailableShards, deviceKey } = question;
	const key = deviceKey === undefined ? {} : { deviceKey };
	return { application, format, fields, filters, skipUnavailableShards, ...key, since };
}

type WholeEntry = Pick<ExportEntry, 'stored'> & { readonly outcome: Outcome };

/** Returns the partition in a folder. The times of its records are unknown until the next sync. */
function partitionOf(folder: string, { stored, outcome }: WholeEntry): Partition {
	const { file, rows, bytes, digest } = outcome;
	const sections = isObject(stored.syncedSet) ? decodeSections(stored.syncedSet['sections']) : undefined;
	const all = [stored.question, ...(sections ?? [])].flatMap(({ fields }) => fields);
	const more = { ...(sections && { sections }), ...(digest !== undefined && { digest }) };
	return { folder, file, rows, bytes, timeless: 0, fields: [...new Set(all)], ...more };
}
