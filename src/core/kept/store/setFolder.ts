import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DaySpan, isDayIn } from '../../../shared/keptDays';
import { AppError } from '../../common/errors';
import { readEntry } from '../../export/library/entryFiles';
import { foldersIn, readFolder } from '../../export/library/library';
import type { ExportEntry } from '../../export/model/entry';
import { onDisk } from '../../files/diskError';
import { type Files, writeWhole } from '../../files/durableFile';
import { utc } from '../../plan/range';
import { dayOf } from '../model/days';
import { decodeSet, isOfNewerVersion } from '../model/decodeSet';
import type { KeptDay, KeptSet, Part } from '../model/keptSet';
import { dayOfFolder, isManifestName, isPartFolderName, manifestName } from '../model/names';

/** Some hundred bytes a day for a lifetime; anything larger is not ours. */
const maxManifestBytes = 32 * 1024 * 1024;

export interface FoundSet {
	readonly set: KeptSet;
	/** Its manifest was gone or damaged, and was made anew from the parts: what was asked is not known any more. */
	readonly rebuilt: boolean;
}

/**
 * The set in a folder, from its manifest or, where that is gone or damaged, from its parts.
 * @returns undefined where there is neither
 * @throws AppError `disk`, and `unreadable` for a set of a newer version
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

/** As `readSet`, of a folder that must hold a set. @throws AppError also `unreadable` for one that holds none */
export async function requireSet(folder: string): Promise<FoundSet> {
	const found = await readSet(folder);
	if (!found) {
		throw new AppError({ kind: 'unreadable', fault: 'missing', path: folder, code: 'ENOENT' });
	}
	return found;
}

/** @throws AppError `disk` */
export function writeSet(folder: string, set: KeptSet, files: Files): Promise<void> {
	const path = join(folder, manifestName(set.plan.application));
	return onDisk(path, () => writeWhole(path, `${JSON.stringify(set, null, '\t')}\n`, files));
}

/**
 * The files of a set's parts that are on the disk and hold records, the oldest first.
 * @param days Of the set's calendar; all of them if none are given.
 * @throws AppError as `requireSet`
 */
export async function partPaths(folder: string, days?: DaySpan): Promise<readonly string[]> {
	const { set } = await requireSet(folder);
	const wanted = set.days.filter(({ day }) => isDayIn(day, days));
	const parts = wanted.flatMap(({ part }) => (part && part.rows > 0 ? [part] : []));
	const paths = parts.map((part) => join(folder, part.folder, part.file));
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
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

async function rebuildSet(folder: string): Promise<KeptSet | undefined> {
	const found = new Map<string, { readonly name: string; readonly entry: WholeEntry }>();
	for (const name of await foldersIn(folder, isPartFolderName)) {
		const entry = await readEntry(join(folder, name));
		const known = found.get(dayOfFolder(name));
		// Of two, one was about to take the other's place, and only ever had more.
		if (isWhole(entry) && (known === undefined || known.entry.outcome.rows < entry.outcome.rows)) {
			found.set(dayOfFolder(name), { name, entry });
		}
	}
	const days = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
	const newest = days.at(-1)?.[1].entry.stored;
	if (!newest) {
		return undefined;
	}
	const { application, format, fields, filters, skipUnavailableShards } = newest.question;
	return {
		version: 1,
		service: newest.service,
		plan: { application, format, fields, filters, skipUnavailableShards, since: days[0]?.[0] ?? dayOf(newest.askedAt) },
		zone: newest.zone ?? utc,
		days: days.map(([day, { name, entry }]): KeptDay => ({ day, part: partOf(name, entry) })),
	};
}

type WholeEntry = ExportEntry & { readonly outcome: NonNullable<ExportEntry['outcome']> };

function isWhole(entry: ExportEntry | undefined): entry is WholeEntry {
	return entry?.outcome !== undefined;
}

/** Times are found when the day is asked about again, which it is since nobody knows when it was. */
function partOf(folder: string, { stored, outcome: { file, rows, bytes } }: WholeEntry): Part {
	return { folder, file, rows, bytes, timeless: 0, fields: stored.question.fields };
}
