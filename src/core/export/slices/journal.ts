import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, onDisk } from '../diskError';
import { type Files, writeWhole } from '../durableFile';
import { entryLine, readEntries } from './journalText';
import type { Slice } from './slice';
import { type JournalEntry, SliceTree } from './sliceTree';

export const journalFileName = 'journal.jsonl';

/**
 * What an export goes on from after it was stopped in whatever way. Entries are only ever added, and each is on the disk
 * before what it announces is begun: a power cut leaves the journal as it was, or with a broken last line, which is
 * dropped. A line costs the same however many slices there are.
 */
export class Journal {
	private constructor(
		private readonly path: string,
		private readonly files: Files,
		readonly tree: SliceTree,
	) {}

	/** @throws AppError `disk`, as `write` does. */
	static async create(folder: string, slices: readonly Slice[], files: Files): Promise<Journal> {
		const begun: JournalEntry = { entry: 'begun', version: 1, slices };
		const path = join(folder, journalFileName);
		await replace(path, [begun], files);
		return new Journal(path, files, treeOf([begun]));
	}

	/**
	 * Undefined when there is none, or nothing of it can be read.
	 * @throws AppError `disk`
	 */
	static async open(folder: string, files: Files): Promise<Journal | undefined> {
		const path = join(folder, journalFileName);
		const text = await readText(path);
		const entries = text === undefined ? undefined : readEntries(text);
		if (!entries) {
			return undefined;
		}
		if (entries.map(entryLine).join('') !== text) {
			// What comes next must not be glued to half a line.
			await replace(path, entries, files);
		}
		return new Journal(path, files, treeOf(entries));
	}

	async write(entry: JournalEntry): Promise<void> {
		await onDisk(this.path, async () => {
			const handle = await this.files.open(this.path, 'a');
			try {
				await handle.writeFile(entryLine(entry));
				await handle.sync();
			} finally {
				await handle.close();
			}
		});
		this.tree.apply(entry);
	}
}

/** Undefined when there is no journal, or nothing of it can be read. */
export async function readJournal(folder: string): Promise<SliceTree | undefined> {
	const text = await readText(join(folder, journalFileName)).catch(() => undefined);
	const entries = text === undefined ? undefined : readEntries(text);
	return entries && treeOf(entries);
}

async function replace(path: string, entries: readonly JournalEntry[], files: Files): Promise<void> {
	await onDisk(path, async () => {
		// Of an earlier attempt.
		await files.rm(`${path}.tmp`, { force: true });
		await writeWhole(path, entries.map(entryLine).join(''), files);
	});
}

function readText(path: string): Promise<string | undefined> {
	return onDisk(path, async () => {
		try {
			return await readFile(path, 'utf8');
		} catch (error) {
			if (errorCode(error) === 'ENOENT') {
				return undefined;
			}
			throw error;
		}
	});
}

function treeOf(entries: readonly JournalEntry[]): SliceTree {
	const tree = new SliceTree();
	for (const entry of entries) {
		tree.apply(entry);
	}
	return tree;
}
