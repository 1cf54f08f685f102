import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, onDisk } from '../../files/diskError';
import { type Files, writeWhole } from '../../files/durableFile';
import type { Chunk } from './chunk';
import { type Checkpoint, ChunkTree } from './chunkTree';
import { checkpointLine, readCheckpoints } from './journalText';

export const journalFileName = 'journal.jsonl';

/** Append-only log for resuming exports. Each entry is flushed to disk. An incomplete last line is ignored. */
export class Journal {
	/** True if the file may end with an incomplete line. Readers would ignore all entries after such a line. */
	private torn = false;

	private constructor(
		private readonly path: string,
		private size: number,
		private readonly files: Files,
		readonly tree: ChunkTree,
	) {}

	static async create(folder: string, chunks: readonly Chunk[], files: Files): Promise<Journal> {
		const begun: Checkpoint = { entry: 'begun', version: 1, chunks };
		const path = join(folder, journalFileName);
		const text = getText([begun]);
		await replace(path, text, files);
		return new Journal(path, Buffer.byteLength(text), files, treeOf([begun]));
	}

	/** Opens the journal. Returns undefined if the journal does not exist or is not valid. Throws `disk`. */
	static async open(folder: string, files: Files): Promise<Journal | undefined> {
		const path = join(folder, journalFileName);
		const text = await readText(path);
		const entries = text === undefined ? undefined : readCheckpoints(text);
		if (!entries) {
			return undefined;
		}
		const whole = getText(entries);
		if (whole !== text) {
			// Removes the incomplete line so that the next entry starts on its own line.
			await replace(path, whole, files);
		}
		return new Journal(path, Buffer.byteLength(whole), files, treeOf(entries));
	}

	async writeCheckpoint(entry: Checkpoint): Promise<void> {
		const line = Buffer.from(checkpointLine(entry));
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
		// Windows can't truncate a file that is open in append mode.
		const handle = await this.files.open(this.path, 'r+');
		try {
			await handle.truncate(this.size);
		} finally {
			await handle.close();
		}
	}
}

/** Reads the journal. Returns undefined if the journal does not exist or can't be read. Never throws. */
export function readJournal(folder: string): Promise<ChunkTree | undefined> {
	return readTree(folder).catch(() => undefined);
}

/**
 * Reads the journal. Returns undefined if the journal does not exist or does not start with a valid first entry. Throws
 * `disk`.
 */
export async function readTree(folder: string): Promise<ChunkTree | undefined> {
	const text = await readText(join(folder, journalFileName));
	const entries = text === undefined ? undefined : readCheckpoints(text);
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

function getText(entries: readonly Checkpoint[]): string {
	return entries.map(checkpointLine).join('');
}

function treeOf(entries: readonly Checkpoint[]): ChunkTree {
	const tree = new ChunkTree();
	for (const entry of entries) {
		tree.apply(entry);
	}
	return tree;
}
