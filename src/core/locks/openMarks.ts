import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getRealPath, type RealPath } from '../files/realPaths';
import { decodeOwner, encodeOwner, type LockOwner, newOwner } from './lockOwner';
import { type BeatTiming, OwnerWatch } from './ownerWatch';

/*
 * Each window marks its open exports with a file named `open.<token>`. The marks only prevent the deletion of old
 * exports.
 */

const markName = /^open\.[0-9a-f-]{36}$/;

/** The marks only delay the deletion of old exports, so closed windows needn't be detected immediately. */
const markTiming: BeatTiming = { beatMs: 60_000, checksUntilDead: 3 };

export class OpenMarks {
	private readonly watch: OwnerWatch;
	private owner: LockOwner | undefined;
	private marked: ReadonlySet<string> = new Set();
	private timer: NodeJS.Timeout | undefined;
	private setting: Promise<void> = Promise.resolve();

	/** @param endedThreads IDs of threads of this process that have ended. Marks left by these threads are ignored. */
	constructor(
		private readonly timing: BeatTiming = markTiming,
		endedThreads: ReadonlySet<number> = new Set(),
		private readonly realPath: RealPath = getRealPath,
	) {
		this.watch = new OwnerWatch(timing, endedThreads);
	}

	/** @param folders All export folders that are open in this window. A folder that isn't writable is not marked. */
	set(folders: readonly string[]): Promise<void> {
		this.setting = this.setting.then(async () =>
			this.update(new Set(await Promise.all(folders.map((folder) => this.realPath(folder))))),
		);
		return this.setting;
	}

	/** Returns true if the export is open in any window that may still be alive. Deletes the marks of closed windows. */
	async isOpen(folder: string): Promise<boolean> {
		let isOpen = this.marked.has(await this.realPath(folder));
		const names = await readdir(folder).catch(() => []);
		for (const name of names.filter((name) => markName.test(name))) {
			const path = join(folder, name);
			const text = await readFile(path, 'utf8').catch(() => '');
			const owner = decodeOwner(text);
			if (owner?.token === this.owner?.token || (await this.watch.judge(path, owner, text)) !== 'dead') {
				isOpen = true;
			} else {
				await rm(path, { force: true }).catch(() => undefined);
			}
		}
		return isOpen;
	}

	private async update(folders: ReadonlySet<string>): Promise<void> {
		const owner = this.owner ?? newOwner(await this.watch.machine);
		this.owner = owner;
		for (const folder of [...this.marked].filter((folder) => !folders.has(folder))) {
			await rm(markIn(folder, owner), { force: true }).catch(() => undefined);
		}
		for (const folder of [...folders].filter((folder) => !this.marked.has(folder))) {
			await writeFile(markIn(folder, owner), encodeOwner(owner), { mode: 0o600 }).catch(() => undefined);
		}
		this.marked = folders;
		this.timer ??= setInterval(() => {
			this.setting = this.setting.then(() => this.beat());
		}, this.timing.beatMs).unref();
	}

	private async beat(): Promise<void> {
		if (!this.owner) {
			return;
		}
		this.owner = { ...this.owner, beat: this.owner.beat + 1 };
		for (const folder of this.marked) {
			// Overwrites the mark with a text of the same length. Doesn't create the file, because the export may have
			// been deleted.
			await writeFile(markIn(folder, this.owner), encodeOwner(this.owner), { flag: 'r+' }).catch(() => undefined);
		}
	}
}

function markIn(folder: string, { token }: LockOwner): string {
	return join(folder, `open.${token}`);
}
