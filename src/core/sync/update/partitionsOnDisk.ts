import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getMoments } from '../../export/chunks/splitRange';
import { onDisk } from '../../files/diskError';
import { type Files, renameDurably } from '../../files/durableFile';
import { digestFile } from '../../files/fileDigest';
import type { Zone } from '../../plan/range';
import { damagedFolderName } from '../model/names';
import type { FileStamp, Partition, SyncedDay, SyncedSet } from '../model/syncedSet';
import { inspectDamaged, inspectPartition } from './partitionRecords';

/**
 * Minimum age of a modification time, in milliseconds. A more recent time is unreliable, because some file systems
 * store times in steps of two seconds.
 */
const minStampAgeMs = 3000;

/**
 * Compares a synced set with its files. The day of a deleted partition becomes missing. The day of a changed partition
 * is requested again. A file without any intact record is moved to another folder.
 */
export async function withPartitionsOnDisk(
	folder: string,
	set: SyncedSet,
	files: Files,
	signal: AbortSignal,
): Promise<SyncedSet> {
	const days: SyncedDay[] = [];
	for (const day of set.days) {
		const found = await dayOnDisk(folder, day, set, { files, signal });
		if (found) {
			days.push(found);
		}
	}
	return { ...set, days };
}

interface Access {
	readonly files: Files;
	readonly signal: AbortSignal;
}

function timesOfDay({ day, clock, partition }: SyncedDay, zone: Zone): Pick<Partition, 'times'> {
	const times = partition?.times;
	if (!times) {
		return {};
	}
	const { since, until } = getMoments({ since: `${day} 00:00:00`, until: `${day} 23:59:59` }, clock ?? zone);
	return { times: { first: Math.min(times.first, since), last: Math.max(times.last, until) } };
}

async function dayOnDisk(
	folder: string,
	{ setAside, ...day }: SyncedDay,
	{ plan, zone }: SyncedSet,
	{ files, signal }: Access,
): Promise<SyncedDay | undefined> {
	const isAside = setAside !== undefined && (await stampOf(join(folder, setAside)).catch(() => undefined));
	const aside = isAside ? { setAside } : {};
	const { partition, clock } = day;
	const only = { day: day.day, ...(clock && { clock }) };
	if (!partition) {
		return { ...day, ...aside };
	}
	const path = join(folder, partition.folder, partition.file);
	const stamp = await stampOf(path).catch(() => undefined);
	if (!stamp?.isFile) {
		return isAside || clock ? { ...only, ...aside } : undefined;
	}
	const digest = isSameStamp(partition, stamp) ? partition.digest : await digestFile(path, signal);
	const isUnchanged = stamp.bytes === partition.bytes && digest === (partition.digest ?? digest);
	const { format } = plan;
	if (isUnchanged) {
		const checked = { ...partition, ...(digest !== undefined && { digest }), ...usableStamp(stamp) };
		return isDescribed(partition)
			? { ...day, partition: checked, ...aside }
			: { ...only, partition: await describedPartition(folder, checked, plan, signal), ...aside };
	}
	const left = await inspectDamaged(path, { ...partition, ...timesOfDay(day, zone) }, format, signal);
	if (!left) {
		const name = damagedFolderName(partition.folder);
		await onDisk(path, () => renameDurably(join(folder, partition.folder), join(folder, name), files));
		return { ...only, setAside: name };
	}
	const { path: _, ...found } = left;
	const { folder: name, file, sections } = partition;
	const more = { ...(sections && { sections }), ...(digest !== undefined && { digest }) };
	const held = { folder: name, file, ...found, ...more };
	return { ...only, partition: held, ...aside };
}

/** Returns true if the times of a partition's records are known. They are unknown after the manifest was rebuilt. */
function isDescribed({ rows, times, timeless }: Partition): boolean {
	return rows === 0 || times !== undefined || timeless > 0;
}

async function describedPartition(
	folder: string,
	partition: Partition,
	{ format }: SyncedSet['plan'],
	signal: AbortSignal,
): Promise<Partition> {
	const question = { format, fields: partition.fields, dateDimension: 'receive' } as const;
	const { rows, times, timeless } = await inspectPartition(
		join(folder, partition.folder),
		partition.file,
		question,
		signal,
	);
	return { ...partition, rows, ...(times && { times }), timeless };
}

interface FoundFile extends FileStamp {
	readonly bytes: number;
	readonly isFile: boolean;
}

async function stampOf(path: string): Promise<FoundFile> {
	const stats = await stat(path);
	return { bytes: stats.size, isFile: stats.isFile(), mtimeMs: stats.mtimeMs, ctimeMs: stats.ctimeMs };
}

function isSameStamp({ bytes, digest, stamp }: Partition, found: FoundFile): boolean {
	return (
		digest !== undefined && bytes === found.bytes && stamp?.mtimeMs === found.mtimeMs && stamp.ctimeMs === found.ctimeMs
	);
}

function usableStamp({ mtimeMs, ctimeMs }: FileStamp): { readonly stamp?: FileStamp } {
	return Date.now() - Math.max(mtimeMs, ctimeMs) >= minStampAgeMs ? { stamp: { mtimeMs, ctimeMs } } : {};
}
