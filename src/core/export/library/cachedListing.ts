import { basename, join } from 'node:path';
import type { ExportEntry } from '../model/entry';
import { serviceFolderName } from '../model/names';
import { type ExportListing, listExports, type Runners } from './library';

/**
 * Caches the metadata of complete exports. New and deleted exports are detected automatically, but a rescan is required
 * to detect changes that other processes make to an export.
 */
export class CachedListing {
	/** Complete exports, grouped by the library folder of the service and then by export folder. */
	private readonly cached = new Map<string, ReadonlyMap<string, ExportEntry>>();
	/** Number of invalidations so far. If it changes while exports are listed, the result must not be cached. */
	private invalidations = 0;

	constructor(private readonly runners: Runners) {}

	async list(library: string, service: string, rescan = false): Promise<ExportListing> {
		if (rescan) {
			this.invalidateAll();
		}
		const root = join(library, serviceFolderName(service));
		const runningBefore = new Set(this.runners.running);
		const { invalidations } = this;
		const listing = await listExports(library, service, this.runners, this.cached.get(root));
		if (invalidations === this.invalidations) {
			// An export that ran during the listing isn't cached, because its files may have changed since they were read.
			const isRunning = (name: string) => runningBefore.has(name) || this.runners.running.has(name);
			const complete = listing.entries.filter(({ folder, outcome }) => outcome && !isRunning(basename(folder)));
			this.cached.set(root, new Map(complete.map((entry) => [entry.folder, entry])));
		}
		return listing;
	}

	async changing<T>(folder: string, change: () => Promise<T>): Promise<T> {
		try {
			return await change();
		} finally {
			this.invalidate(folder);
		}
	}

	async changingAll<T>(change: () => Promise<T>): Promise<T> {
		try {
			return await change();
		} finally {
			this.invalidateAll();
		}
	}

	private invalidate(folder: string): void {
		this.invalidations++;
		// The path may contain symbolic links, so the export is found by its folder name, which is unique.
		const name = basename(folder);
		for (const [root, entries] of this.cached) {
			this.cached.set(root, new Map([...entries].filter(([path]) => basename(path) !== name)));
		}
	}

	private invalidateAll(): void {
		this.invalidations++;
		this.cached.clear();
	}
}
