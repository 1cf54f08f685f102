import { isCancellation } from '../../core/common/errors';
import type { RecentDays } from '../../core/sync/model/recentDays';
import type { EngineClient } from '../../engine/engineClient';
import type { KnownSet } from '../../engine/protocol';
import { readRecords } from '../../engine/readRecords';
import type { Disposable } from '../../shared/disposables';

interface RecentDevicesOptions {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly libraries: () => readonly string[];
	/** Returns true while a sync is running in this window. A sync deletes the partitions that it replaces. */
	readonly isBusy: () => boolean;
	readonly onDidCount: () => void;
	readonly onFault: (error: unknown) => void;
}

export interface CountedSet {
	readonly known: Pick<KnownSet, 'manifest'>;
	readonly recent: RecentDays;
}

/** Counts the devices in the last seven days of synced sets, one set at a time, and caches the counts. */
export class RecentDevices implements Disposable {
	private readonly counted = new Map<string, { readonly key: string; readonly devices: number | undefined }>();
	private waiting: readonly CountedSet[] = [];
	private running: AbortController | undefined;

	constructor(private readonly options: RecentDevicesOptions) {}

	of(set: CountedSet): number | 'counting' | undefined {
		const counted = this.counted.get(set.known.manifest);
		return counted?.key === keyOf(set) ? counted.devices : 'counting';
	}

	/** Counts the devices of only these sets. While a sync is running, counting stops until the next call. */
	count(sets: readonly CountedSet[]): void {
		this.waiting = sets.filter((set) => this.of(set) === 'counting');
		if (this.options.isBusy() || this.waiting.length === 0) {
			this.running?.abort();
		} else if (!this.running) {
			void this.run();
		}
	}

	dispose(): void {
		this.count([]);
	}

	/** Never rejects, because nothing awaits the result. */
	private async run(): Promise<void> {
		const stop = new AbortController();
		this.running = stop;
		for (let [set] = this.waiting; set && !stop.signal.aborted; [set] = this.waiting) {
			const devices = await this.devicesOf(set, stop.signal).catch((error) => {
				isCancellation(error) || this.options.onFault(error);
				return undefined;
			});
			if (!stop.signal.aborted) {
				this.counted.set(set.known.manifest, { key: keyOf(set), devices });
				this.waiting = this.waiting.filter((other) => this.of(other) === 'counting');
				this.options.onDidCount();
			}
		}
		this.running = undefined;
		// The sync that stopped this run may have ended in the meantime.
		this.count(this.waiting);
	}

	private async devicesOf({ known, recent }: CountedSet, signal: AbortSignal): Promise<number | undefined> {
		const { engine, libraries } = this.options;
		const session = crypto.randomUUID();
		try {
			const file = { session, path: known.manifest, libraries: libraries(), days: recent.span };
			const { deviceColumn: column } = await readRecords(engine, file, { signal });
			if (column === undefined) {
				return undefined;
			}
			const params = { view: { filters: [], sort: [] }, column, limit: 0 };
			const found = await engine.call('queryRecords', { session, query: 'topValues', params }, { signal });
			return (found as { readonly distinct: number | undefined }).distinct;
		} finally {
			// If the engine has stopped, there is no session to close.
			engine.call('closeRecords', { session }).catch(() => undefined);
		}
	}
}

/** Returns a key that changes with almost every sync that adds or removes records. */
function keyOf({ known, recent: { span, records, counts } }: CountedSet): string {
	return JSON.stringify([known.manifest, span, records, counts]);
}
