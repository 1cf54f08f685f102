import { isCancellation } from '../../core/common/errors';
import type { RecentDays } from '../../core/sync/model/recentDays';
import { getActiveRates } from '../../core/triage/fixed/activeRates';
import type { EngineClient } from '../../engine/engineClient';
import type { KnownSet } from '../../engine/protocol';
import { ReadSession } from '../../engine/readRecords';
import type { ActiveDevicesFiles } from '../../services/triage/activeDevicesFiles';
import type { RecordsFacts } from '../../shared/comparison';
import type { Disposable } from '../../shared/disposables';
import type { ActiveRates } from '../../shared/triage';

interface RecentDevicesOptions {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly libraries: () => readonly string[];
	readonly facts: (path: string) => Promise<RecordsFacts | undefined>;
	readonly activeDevices: Pick<ActiveDevicesFiles, 'of'>;
	/**
	 * Returns true while a sync is running in this window. During a sync, partitions must not be read, because the sync
	 * deletes some of them.
	 */
	readonly isBusy: () => boolean;
	readonly onDidCount: () => void;
	readonly onFault: (error: unknown) => void;
}

export interface CountedSet {
	readonly known: Pick<KnownSet, 'manifest' | 'plan'>;
	readonly recent: RecentDays;
	/** Version of the CSV file with active device counts. Undefined if the application has no such file. */
	readonly activeFile: string | undefined;
}

interface Counts {
	readonly devices: number | undefined;
	readonly rates: ActiveRates | undefined;
}

const noCounts: Counts = { devices: undefined, rates: undefined };

/** Counts devices in the last seven days of synced sets, one set at a time, and caches the counts. */
export class RecentDevices implements Disposable {
	private readonly counted = new Map<string, { readonly key: string; readonly counts: Counts }>();
	private waiting: readonly CountedSet[] = [];
	private running: AbortController | undefined;

	constructor(private readonly options: RecentDevicesOptions) {}

	of(set: CountedSet): number | 'counting' | undefined {
		const counts = this.countsOf(set);
		return counts ? counts.devices : 'counting';
	}

	ratesOf(set: CountedSet): ActiveRates | 'counting' | undefined {
		const counts = this.countsOf(set);
		return counts || set.activeFile === undefined ? counts?.rates : 'counting';
	}

	/** Replaces the sets whose devices are to be counted. While a sync is running, counting is interrupted. */
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

	private countsOf(set: CountedSet): Counts | undefined {
		const counted = this.counted.get(set.known.manifest);
		return counted?.key === keyOf(set) ? counted.counts : undefined;
	}

	/** Counts the devices of the waiting sets. Never rejects, because the result is not awaited. */
	private async run(): Promise<void> {
		const stop = new AbortController();
		this.running = stop;
		for (let [set] = this.waiting; set && !stop.signal.aborted; [set] = this.waiting) {
			const counts = await this.countIn(set, stop.signal).catch(this.failed(noCounts));
			if (!stop.signal.aborted) {
				this.counted.set(set.known.manifest, { key: keyOf(set), counts });
				this.waiting = this.waiting.filter((other) => this.of(other) === 'counting');
				this.options.onDidCount();
			}
		}
		this.running = undefined;
		// Resumes counting if the sync that interrupted it has already ended.
		this.count(this.waiting);
	}

	private failed<T>(result: T): (error: unknown) => T {
		return (error) => {
			isCancellation(error) || this.options.onFault(error);
			return result;
		};
	}

	private async countIn(set: CountedSet, signal: AbortSignal): Promise<Counts> {
		const { known, recent } = set;
		const { engine, libraries } = this.options;
		await using file = await ReadSession.read(engine, known.manifest, libraries(), { days: recent.span, signal });
		const { deviceColumn: column } = file.info;
		if (column === undefined) {
			return noCounts;
		}
		const params = { view: { filters: [], sort: [] }, column, limit: 0 };
		const { distinct: devices } = await file.query('topValues', params, { signal });
		return { devices, rates: await this.ratesIn(set, file, signal).catch(this.failed(undefined)) };
	}

	private async ratesIn(
		{ known, recent, activeFile }: CountedSet,
		file: ReadSession,
		signal: AbortSignal,
	): Promise<ActiveRates | undefined> {
		const { activeDevices, facts } = this.options;
		const { id } = known.plan.application;
		const active = activeFile === undefined ? undefined : await activeDevices.of(id, signal);
		if (!active) {
			return undefined;
		}
		const rated = { records: file, info: file.info, facts: await facts(known.manifest) };
		return getActiveRates(active, rated, [], recent.span.first, signal);
	}
}

/** Returns a cache key, which changes with almost every sync that adds or removes records. */
function keyOf({ known, recent: { span, records, counts }, activeFile }: CountedSet): string {
	return JSON.stringify([known.manifest, span, records, counts, activeFile]);
}
