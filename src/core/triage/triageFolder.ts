import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolders, nodeFiles, writeWhole } from '../files/durableFile';
import { readSmallFile, realFolder } from '../files/untrustedFiles';
import { maxTriageBytes, parseTriage } from './parseTriage';
import { serializeTriage } from './serializeTriage';
import { type InvalidTriageFile, TriageEntries, type TriageFile } from './triageEntries';
import type { TriageDocument, TriageProblem } from './triageEntry';

/** Path from a workspace folder to the triage files of all applications, with one item per nested folder. */
export const triageFolders = ['.app-errors', 'triage'] as const;

export const maxTriageFiles = 5_000;

export function isTriageFile(name: string): boolean {
	return /^[\da-f]{12}\.json$/.test(name);
}

export function isApplicationName(text: string): boolean {
	return /^[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,99}$/u.test(text);
}

/**
 * Reads triage files. Doesn't follow symbolic links, because a repository could contain links to any file on the
 * computer.
 */
export async function readTriage(
	base: string,
	below: readonly string[],
	application: string,
	most = maxTriageFiles,
): Promise<TriageEntries | undefined> {
	const folder = await realFolder(base, [...below, application]);
	if (folder === undefined || !isApplicationName(application)) {
		return undefined;
	}
	const names = (await readdir(folder, { withFileTypes: true }))
		.filter((entry) => entry.isFile() && isTriageFile(entry.name))
		.map(({ name }) => name)
		.sort();
	const files: TriageFile[] = [];
	const invalid: InvalidTriageFile[] = [];
	for (const name of names.slice(0, most)) {
		const text = await readSmallFile(join(folder, name), maxTriageBytes);
		const parsed = text === undefined ? tooLarge : parseTriage(text);
		if (parsed.ok) {
			files.push({ id: name.slice(0, 12), entry: parsed.entry });
		} else {
			invalid.push({ name, problem: parsed.problem });
		}
	}
	return new TriageEntries(files, invalid, names.length > most);
}

const tooLarge: { readonly ok: false; readonly problem: TriageProblem } = { ok: false, problem: { kind: 'tooLarge' } };

export class TriageFolder {
	/** @throws RangeError if the application can't be the name of a folder */
	constructor(
		private readonly base: string,
		private readonly below: readonly string[],
		private readonly application: string,
	) {
		if (!isApplicationName(application)) {
			throw new RangeError('invalid application');
		}
	}

	/** @throws Error if a folder in the path is a symbolic link */
	async write(id: string, document: TriageDocument): Promise<string> {
		const path = join(await this.made(), `${id}.json`);
		await writeWhole(path, serializeTriage(document), nodeFiles);
		return path;
	}

	async delete(id: string): Promise<void> {
		const folder = await realFolder(this.base, [...this.below, this.application]);
		if (folder !== undefined) {
			await rm(join(folder, `${id}.json`), { force: true });
		}
	}

	private async made(): Promise<string> {
		let folder = this.base;
		for (const name of [...this.below, this.application]) {
			folder = join(folder, name);
			const stats = await lstat(folder).catch(() => undefined);
			if (!stats) {
				await makeFolders(folder, nodeFiles);
			} else if (!stats.isDirectory()) {
				throw new RangeError(`${folder} is not a folder`);
			}
		}
		return folder;
	}
}
