import { basename, dirname } from 'node:path';
import { applicationFileName, isExportFolderName, randomLetters } from '../../export/model/names';
import type { Plan } from '../../plan/plan';

/** `shop-for-android.kept.json`: the manifest in the folder of a set, by which it is opened. */
export function manifestName(application: Plan['application']): string {
	return `${applicationFileName(application)}.kept.json`;
}

export function isManifestName(name: string): boolean {
	return name.endsWith('.kept.json');
}

export function isManifest(path: string): boolean {
	return isManifestName(basename(path)) && isSetFolderName(basename(dirname(path)));
}

/** `kept-k3v9xa`: a folder of the library, beside those of exports. */
export function newSetFolderName(): string {
	return `kept-${randomLetters()}`;
}

export function isSetFolderName(name: string): boolean {
	return /^kept-[0-9a-z]{6}$/.test(name);
}

/** Whether a folder of the library is opened by a file in it: that of an export, or of a set. */
export function isOpenedFolderName(name: string): boolean {
	return isExportFolderName(name) || isSetFolderName(name);
}

/** `2026-11-20-k3v9xa`: the records of a day. A new one for each time that they change. */
export function newPartFolderName(day: string): string {
	return `${day}-${randomLetters()}`;
}

export function isPartFolderName(name: string): boolean {
	return /^\d{4}-\d{2}-\d{2}-[0-9a-z]{6}$/.test(name);
}

/** `asking-2026-11-20-k3v9xa`: an answer on its way, which a stopped update leaves to be gone on with. */
export function newAskingFolderName(day: string): string {
	return `asking-${newPartFolderName(day)}`;
}

export function isAskingFolderName(name: string): boolean {
	return name.startsWith('asking-') && isPartFolderName(name.slice('asking-'.length));
}

/** The day that a folder of a part or an answer is about. */
export function dayOfFolder(name: string): string {
	return name.replace(/^asking-/, '').slice(0, 10);
}
