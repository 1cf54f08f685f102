import { stat } from 'node:fs/promises';
import { RecentCache } from '../../../shared/recentCache';
import { KeyedQueue } from '../../common/keyedQueue';
import { onDisk } from '../../files/diskError';
import { type Opened, refused } from './result/mappingProblem';

interface CachedMapping<Mapping> {
	readonly state: string;
	readonly mapping: Mapping;
}

/** Caches the latest mapping and as many earlier mappings as fit in `capacity` bytes. Opens one file at a time. */
export class MappingCache<Mapping extends { readonly memory: number }> {
	private readonly cached: RecentCache<string, CachedMapping<Mapping>>;
	private readonly opening = new KeyedQueue();

	constructor(
		capacity: number,
		private readonly openMapping: (path: string, signal: AbortSignal) => Promise<Opened<Mapping>>,
	) {
		this.cached = new RecentCache(capacity, { weightOf: ({ mapping }) => mapping.memory });
	}

	/** Returns the cached mapping if the file hasn't changed, otherwise opens the file. Throws `disk` or `cancelled`. */
	async open(path: string, signal: AbortSignal): Promise<Opened<Mapping>> {
		return (
			(await this.find(path)) ??
			this.opening.run('', async () => (await this.find(path)) ?? this.reopen(path, signal), signal)
		);
	}

	invalidate(path: string): void {
		this.cached.delete(path);
	}

	private async find(path: string): Promise<Opened<Mapping> | undefined> {
		const { state } = await this.getState(path);
		const cached = this.cached.get(path);
		return cached?.state === state ? { kind: 'opened', mapping: cached.mapping } : undefined;
	}

	private async reopen(path: string, signal: AbortSignal): Promise<Opened<Mapping>> {
		const { state, isFile } = await this.getState(path);
		if (!isFile) {
			// Rejects special files, because opening a named pipe would wait for another process.
			return refused({ kind: 'notAMapping' });
		}
		// Removes the old version of the mapping first, so that two versions of a large file are never in memory at the
		// same time.
		this.cached.delete(path);
		const opened = await this.openMapping(path, signal);
		if (opened.kind === 'opened') {
			this.cached.set(path, { state, mapping: opened.mapping });
		}
		return opened;
	}

	private async getState(path: string): Promise<{ state: string; isFile: boolean }> {
		const stats = await onDisk(path, () => stat(path));
		return { state: `${stats.size} ${stats.mtimeMs}`, isFile: stats.isFile() };
	}
}
