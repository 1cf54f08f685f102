import { stat } from 'node:fs/promises';
import { onDisk } from '../../export/diskError';
import type { Opened } from './mappingRefusal';
import { RecentCache } from './recentCache';

/** Keeps the few mappings that were used last. One whose file has changed is opened anew. */
export class MappingCache<Mapping> {
	private readonly kept: RecentCache<string, { readonly state: string; readonly mapping: Mapping }>;

	constructor(
		capacity: number,
		private readonly openMapping: (path: string, signal: AbortSignal) => Promise<Opened<Mapping>>,
	) {
		this.kept = new RecentCache(capacity);
	}

	/** @throws AppError `disk`, `cancelled` */
	async open(path: string, signal: AbortSignal): Promise<Opened<Mapping>> {
		const { size, mtimeMs } = await onDisk(path, () => stat(path));
		const state = `${size} ${mtimeMs}`;
		const kept = this.kept.get(path);
		if (kept?.state === state) {
			return { kind: 'opened', mapping: kept.mapping };
		}
		// Before it is read again: two of a large one need not be in memory.
		this.kept.delete(path);
		const opened = await this.openMapping(path, signal);
		if (opened.kind === 'opened') {
			this.kept.set(path, { state, mapping: opened.mapping });
		}
		return opened;
	}
}
