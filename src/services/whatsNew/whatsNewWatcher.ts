import { cancelled } from '../../core/common/cancellation';
import { isCancellation } from '../../core/common/errors';
import type { KnownSet, SyncedSetEntry } from '../../engine/protocol';
import type { Disposable } from '../../shared/disposables';
import type { NewsCounts, Watermarks } from './watermarks';

/** Delay in milliseconds after a sync before records are compared, because the user may still be working with them. */
const settleMs = 3_000;

interface WhatsNewOptions {
	readonly watermarks: Watermarks;
	readonly after: (milliseconds: number, run: () => void) => Disposable;
	/** Returns true while a sync is running in this window. Comparisons wait until the sync has ended. */
	readonly isBusy: () => boolean;
	/** Compares the records after a watermark with the preceding weeks. Returns undefined if this isn't possible. */
	readonly compare: (set: KnownSet, watermark: number, signal: AbortSignal) => Promise<NewsCounts | undefined>;
	readonly onFault: (error: unknown) => void;
}

interface Waiting {
	readonly folder: string;
	readonly set: KnownSet;
	/** Receive time of the set's newest record (Unix time in seconds). */
	readonly newest: number;
}

/** Counts new errors in the background after each sync that added records. Compares one set at a time. */
export class WhatsNewWatcher implements Disposable {
	private readonly waiting = new Map<string, Waiting>();
	private running: { readonly waited: Waiting; readonly watermark: number; readonly stop: AbortController } | undefined;
	private timer: Disposable | undefined;
	private ended = false;
	private readonly listening: Disposable;

	constructor(private readonly options: WhatsNewOptions) {
		this.listening = options.watermarks.onDidChange(() => this.watermarkMoved());
	}

	watch({ folder, known }: Pick<SyncedSetEntry, 'folder' | 'known'>): void {
		const newest = known?.summary.newest;
		const watermark = this.options.watermarks.of(folder);
		if (known && watermark && newest !== undefined && newest > Math.max(watermark.at, watermark.compared?.until ?? 0)) {
			this.waiting.set(folder, { folder, set: known, newest });
			this.arm();
		}
	}

	/** While a sync is running, stops the current comparison and repeats it later, because a sync deletes partitions. */
	makeWay(): void {
		const { running } = this;
		if (running && this.options.isBusy() && !running.stop.signal.aborted) {
			const { waited, stop } = running;
			stop.abort(cancelled());
			this.waiting.set(waited.folder, this.waiting.get(waited.folder) ?? waited);
		}
	}

	dispose(): void {
		this.ended = true;
		this.listening.dispose();
		this.timer?.dispose();
		this.waiting.clear();
		this.running?.stop.abort(cancelled());
	}

	private watermarkMoved(): void {
		const { running } = this;
		if (running && this.options.watermarks.of(running.waited.folder)?.at !== running.watermark) {
			running.stop.abort(cancelled());
		}
	}

	private arm(): void {
		this.timer?.dispose();
		this.timer = this.ended || this.waiting.size === 0 ? undefined : this.options.after(settleMs, () => this.next());
	}

	private next(): void {
		const [first] = this.waiting.values();
		if (!first) {
			return;
		}
		if (this.running || this.options.isBusy()) {
			this.arm();
			return;
		}
		this.waiting.delete(first.folder);
		const watermark = this.options.watermarks.of(first.folder)?.at;
		if (watermark !== undefined && first.newest > watermark) {
			void this.compare(first, watermark);
		} else {
			this.arm();
		}
	}

	/** Compares one set. Never rejects, because the result is not awaited. */
	private async compare(waited: Waiting, watermark: number): Promise<void> {
		const { watermarks, compare, onFault } = this.options;
		const { folder, set, newest } = waited;
		const stop = new AbortController();
		this.running = { waited, watermark, stop };
		try {
			const { appeared, increased } = (await compare(set, watermark, stop.signal)) ?? { appeared: 0, increased: 0 };
			if (!stop.signal.aborted) {
				const { id, name = id } = set.plan.application;
				await watermarks.saveNews(folder, watermark, { appeared, increased, until: newest, application: name });
			}
		} catch (error) {
			if (!isCancellation(error)) {
				onFault(error);
			}
		} finally {
			this.running = undefined;
			this.arm();
		}
	}
}
