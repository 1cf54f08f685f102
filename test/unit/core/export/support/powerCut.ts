import { closeSync, openSync, renameSync, statSync, truncateSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Files, nodeFiles } from '../../../../../src/core/files/durableFile';
import type { Random } from '../../../../support/random';

/** Simulates a power failure, in which unsynced data is lost or garbage and unsynced renames may be undone. */
export class PowerCut {
	readonly off: Promise<void>;
	private operations = 0;
	private cut = false;
	private turnOff: () => void = () => {};
	/** Number of bytes of each file that are guaranteed to be on disk. */
	private readonly certain = new Map<string, number>();
	private readonly handles = new Set<FileHandle>();
	private renames: { readonly from: string; readonly to: string }[] = [];

	/** @param at Number of the operation that is not carried out. */
	constructor(
		private readonly at: number,
		private readonly random: Random,
	) {
		this.off = new Promise((resolve) => {
			this.turnOff = resolve;
		});
	}

	readonly files: Files = {
		...nodeFiles,
		open: async (...parameters) => {
			await this.step();
			const handle = await nodeFiles.open(...parameters);
			this.watch(String(parameters[0]), String(parameters[1]), handle);
			this.handles.add(handle);
			return handle;
		},
		rename: async (from, to) => {
			await this.step();
			await nodeFiles.rename(from, to);
			const [before, after] = [String(from), String(to)];
			this.renames.push({ from: before, to: after });
			this.certain.set(after, this.certain.get(before) ?? 0);
			this.certain.delete(before);
		},
		rm: async (...parameters) => {
			await this.step();
			await nodeFiles.rm(...parameters);
			this.certain.delete(String(parameters[0]));
		},
		chmod: async (...parameters) => {
			await this.step();
			await nodeFiles.chmod(...parameters);
		},
	};

	private watch(path: string, flags: string, handle: FileHandle): void {
		if (flags === 'r') {
			handle.sync = async () => {
				await this.step();
				this.renames = this.renames.filter(({ to }) => dirname(to) !== path);
			};
			return;
		}
		if (!this.certain.has(path)) {
			this.certain.set(path, flags === 'a' ? statSync(path).size : 0);
		}
		const [write, writeFile] = [handle.write.bind(handle), handle.writeFile.bind(handle)];
		handle.write = (async (...parameters: Parameters<typeof write>) => {
			await this.step();
			return write(...parameters);
		}) as typeof handle.write;
		handle.writeFile = async (...parameters) => {
			await this.step();
			return writeFile(...parameters);
		};
		handle.sync = async () => {
			await this.step();
			this.certain.set(path, statSync(path).size);
		};
	}

	private async step(): Promise<void> {
		if (!this.cut && ++this.operations === this.at) {
			this.cut = true;
			this.lose();
			this.turnOff();
		}
		if (this.cut) {
			await new Promise(() => {});
		}
	}

	private lose(): void {
		for (const handle of this.handles) {
			// Most handles were already closed by the code that opened them.
			void handle.close().catch(() => undefined);
		}
		for (const { from, to } of this.renames.toReversed()) {
			if (this.random.chance(0.5)) {
				renameSync(to, from);
				this.certain.set(from, this.certain.get(to) ?? 0);
				this.certain.delete(to);
			}
		}
		for (const [path, certain] of this.certain) {
			const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
			if (size > certain) {
				this.damage(path, certain, size);
			}
		}
	}

	private damage(path: string, certain: number, size: number): void {
		if (this.random.chance(0.5)) {
			truncateSync(path, certain + this.random.below(size - certain + 1));
			return;
		}
		// The length was written, but the data was not.
		const file = openSync(path, 'r+');
		writeSync(file, Buffer.alloc(size - certain), 0, size - certain, certain);
		closeSync(file);
	}
}
