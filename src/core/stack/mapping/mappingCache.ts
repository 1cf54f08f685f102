import { stat } from 'node:fs/promises';
import { RecentCache } from '../../../shared/recentCache';
import { KeyedQueue } from '../../common/keyedQueue';
import { onDisk } from '../../files/diskError';
import { type Opened, refused } from './result/mappingProblem';

interface Kept<Mapping> {
	/** Of the file, when it was opened. */
	readonly state: string;
	readonly mapping: Mapping;
}

/**
 * Keeps the mappings that were used last: as many as take `capacity` bytes of memory together, and the last one whatever
 * its size. One whose file has changed is opened anew. Large ones are opened one after another, so that there is only
 * one of them half in memory.
 */
export class MappingCache<Mapping extends { readonly memory: number }> {
	private readonly kept: RecentCache<string, Kept<Mapping>>;
	private readonly opening = new KeyedQueue();

	constructor(
		capacity: number,
		private readonly openMapping: (path: string, signal: AbortSignal) => Promise<Opened<Mapping>>,
	) {
		this.kept = new RecentCache(capacity, { weightOf: ({ mapping }) => mapping.memory });
	}

	/** @throws AppError `disk`, `cancelled` */
	async open(path: string, signal: AbortSignal): Promise<Opened<Mapping>> {
		return (
			(await this.find(path)) ??
			this.opening.run('', async () => (await this.find(path)) ?? this.openAnew(path, signal), signal)
		);
	}

	/** Opens it anew the next time. */
	forget(path: string): void {
		this.kept.delete(path);
	}

	private async find(path: string): Promise<Opened<Mapping> | undefined> {
		const { state } = await this.stateOf(path);
		const kept = this.kept.get(path);
		return kept?.state === state ? { kind: 'opened', mapping: kept.mapping } : undefined;
	}

	private async openAnew(path: string, signal: AbortSignal): Promise<Opened<Mapping>> {
		const { state, isFile } = await this.stateOf(path);
		if (!isFile) {
			// Reading from a pipe would wait for somebody to write.
			return refused({ kind: 'notAMapping' });
		}
		// Before it is read again: two of a large one need not be in memory.
		this.kept.delete(path);
		const opened = await this.openMapping(path, signal);
		if (opened.kind === 'opened') {
			this.kept.set(path, { state, mapping: opened.mapping });
		}
		return opened;
	}

	private async stateOf(path: string): Promise<{ state: string; isFile: boolean }> {
		const stats = await onDisk(path, () => stat(path));
		return { state: `${stats.size} ${stats.mtimeMs}`, isFile: stats.isFile() };
	}
}
