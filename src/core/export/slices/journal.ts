import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, onDisk } from '../../files/diskError';
import { type Files, writeWhole } from '../../files/durableFile';
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
	/** A line may be there in part, and nothing is believed that follows it. */
	private torn = false;

	/** @param size Of the whole lines in the file (bytes). */
	private constructor(
		private readonly path: string,
		private size: number,
		private readonly files: Files,
		readonly tree: SliceTree,
	) {}

	/** @throws AppError `disk`, as `write` does. */
	static async create(folder: string, slices: readonly Slice[], files: Files): Promise<Journal> {
		const begun: JournalEntry = { entry: 'begun', version: 1, slices };
		const path = join(folder, journalFileName);
		const text = textOf([begun]);
		await replace(path, text, files);
		return new Journal(path, Buffer.byteLength(text), files, treeOf([begun]));
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
		const whole = textOf(entries);
		if (whole !== text) {
			// What comes next must not be glued to half a line.
			await replace(path, whole, files);
		}
		return new Journal(path, Buffer.byteLength(whole), files, treeOf(entries));
	}

	async write(entry: JournalEntry): Promise<void> {
		const line = Buffer.from(entryLine(entry));
		await onDisk(this.path, async () => {
			if (this.torn) {
				await this.cutOff();
			}
			const handle = await this.files.open(this.path, 'a');
			try {
				this.torn = true;
				await handle.writeFile(line);
				await handle.sync();
				this.torn = false;
			} finally {
				await handle.close();
			}
		});
		this.size += line.length;
		this.tree.apply(entry);
	}

	private async cutOff(): Promise<void> {
		// Windows cuts no file that is open for adding to it alone.
		const handle = await this.files.open(this.path, 'r+');
		try {
			await handle.truncate(this.size);
		} finally {
			await handle.close();
		}
	}
}

/** Undefined when there is no journal, or nothing of it can be read. */
export function readJournal(folder: string): Promise<SliceTree | undefined> {
	return readTree(folder).catch(() => undefined);
}

/**
 * Undefined when there is no journal, or none that begins as one does.
 * @throws AppError `disk`
 */
export async function readTree(folder: string): Promise<SliceTree | undefined> {
	const text = await readText(join(folder, journalFileName));
	const entries = text === undefined ? undefined : readEntries(text);
	return entries && treeOf(entries);
}

async function replace(path: string, text: string, files: Files): Promise<void> {
	await onDisk(path, () => writeWhole(path, text, files));
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

function textOf(entries: readonly JournalEntry[]): string {
	return entries.map(entryLine).join('');
}

function treeOf(entries: readonly JournalEntry[]): SliceTree {
	const tree = new SliceTree();
	for (const entry of entries) {
		tree.apply(entry);
	}
	return tree;
}
