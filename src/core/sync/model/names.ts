import { basename, dirname } from 'node:path';
import { applicationFileName, avoidReserved, isExportFolderName, randomLetters } from '../../export/model/names';
import type { Plan } from '../../plan/plan';

/**
 * Returns the name of the manifest, such as `shop-for-android.synced.json`. Users open a synced set through this file.
 */
export function manifestName(application: Plan['application']): string {
	return avoidReserved(`${applicationFileName(application)}.synced.json`);
}

export function isManifestName(name: string): boolean {
	return name.endsWith('.synced.json');
}

export function isManifest(path: string): boolean {
	return isManifestName(basename(path)) && isSetFolderName(basename(dirname(path)));
}

/** Returns a folder name such as `synced-k3v9xa`. The folder is next to the folders of exports. */
export function newSetFolderName(): string {
	return `synced-${randomLetters()}`;
}

export function isSetFolderName(name: string): boolean {
	return /^synced-[0-9a-z]{6}$/.test(name);
}

/** Returns true if a folder contains an export or a synced set. Users open both through a file in the folder. */
export function isOpenedFolderName(name: string): boolean {
	return isExportFolderName(name) || isSetFolderName(name);
}

/** Returns a folder name such as `2026-11-20-k3v9xa`. Each version of a partition has a folder of its own. */
export function newPartitionFolderName(day: string): string {
	return `${day}-${randomLetters()}`;
}

export function isPartitionFolderName(name: string): boolean {
	return /^\d{4}-\d{2}-\d{2}-[0-9a-z]{6}$/.test(name);
}

/** Returns a folder name such as `asking-2026-11-20-k3v9xa`. An interrupted sync continues in this folder. */
export function newAskingFolderName(day: string): string {
	return `asking-${newPartitionFolderName(day)}`;
}

export function isAskingFolderName(name: string): boolean {
	return name.startsWith('asking-') && isPartitionFolderName(name.slice('asking-'.length));
}

/** Returns a folder name such as `damaged-2026-11-20-k3v9xa` for a partition that was changed and can't be used. */
export function damagedFolderName(partitionFolder: string): string {
	return `damaged-${partitionFolder}`;
}

export function isDamagedFolderName(name: string): boolean {
	return name.startsWith('damaged-') && isPartitionFolderName(name.slice('damaged-'.length));
}

export function dayOfFolder(name: string): string {
	return name.replace(/^(?:asking|damaged)-/, '').slice(0, 10);
}
