import { cancelled } from '../../core/common/cancellation';
import { isCancellation } from '../../core/common/errors';
import type { KeptEntry, KnownSet } from '../../engine/protocol';
import type { Disposable } from '../../shared/disposables';
import type { KeptMarks, NewsCounts } from './keptMarks';

/** Whoever updated a set may go on with it: what is new in it can wait so long (milliseconds). */
const settleMs = 3_000;

interface NewsParts {
	readonly marks: KeptMarks;
	/** Calls after so many milliseconds. */
	readonly after: (milliseconds: number, run: () => void) => Disposable;
	/** Whether this window updates a set, which the engine has to do first. */
	readonly isBusy: () => boolean;
	/** Compares what was received after a mark with as long before; undefined where there is nothing to compare. */
	readonly compare: (set: KnownSet, mark: number, signal: AbortSignal) => Promise<NewsCounts | undefined>;
	/** Told what goes wrong; nobody else is. */
	readonly onFault: (error: unknown) => void;
}

interface Waiting {
	readonly folder: string;
	readonly set: KnownSet;
	/** Newest receive time of its records (Unix time, seconds). */
	readonly newest: number;
}

/**
 * Has the engine compare what came since the mark of a set: once for each update that brought something, one set at a time,
 * some time after it, and not while an update runs.
 */
export class NewsWatch implements Disposable {
	/** By folder. */
	private readonly waiting = new Map<string, Waiting>();
	private running: { readonly waited: Waiting; readonly mark: number; readonly stop: AbortController } | undefined;
	private timer: Disposable | undefined;
	private ended = false;
	private readonly listening: Disposable;

	constructor(private readonly parts: NewsParts) {
		this.listening = parts.marks.onDidChange(() => this.markMoved());
	}

	/** An update came to its end, or a mark was moved: there may be something after the mark that was not compared. */
	look({ folder, known }: Pick<KeptEntry, 'folder' | 'known'>): void {
		const newest = known?.summary.newest;
		const mark = this.parts.marks.of(folder);
		if (known && mark && newest !== undefined && newest > Math.max(mark.at, mark.compared?.until ?? 0)) {
			this.waiting.set(folder, { folder, set: known, newest });
			this.arm();
		}
	}

	/** An update may have begun, which takes parts of its set away. */
	makeWay(): void {
		const { running } = this;
		if (running && this.parts.isBusy() && !running.stop.signal.aborted) {
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

	/** What is new was looked at, or the set was deleted: nobody waits for it any more. */
	private markMoved(): void {
		const { running } = this;
		if (running && this.parts.marks.of(running.waited.folder)?.at !== running.mark) {
			running.stop.abort(cancelled());
		}
	}

	private arm(): void {
		this.timer?.dispose();
		this.timer = this.ended || this.waiting.size === 0 ? undefined : this.parts.after(settleMs, () => this.next());
	}

	private next(): void {
		const [first] = this.waiting.values();
		if (!first) {
			return;
		}
		if (this.running || this.parts.isBusy()) {
			this.arm();
			return;
		}
		this.waiting.delete(first.folder);
		const mark = this.parts.marks.of(first.folder)?.at;
		if (mark !== undefined && first.newest > mark) {
			void this.compare(first, mark);
		} else {
			this.arm();
		}
	}

	/** Never rejects: nobody waits for it. */
	private async compare(waited: Waiting, mark: number): Promise<void> {
		const { marks, compare, onFault } = this.parts;
		const { folder, set, newest } = waited;
		const stop = new AbortController();
		this.running = { waited, mark, stop };
		try {
			const { appeared, grown } = (await compare(set, mark, stop.signal)) ?? { appeared: 0, grown: 0 };
			if (!stop.signal.aborted) {
				const { id, name = id } = set.plan.application;
				await marks.keepNews(folder, mark, { appeared, grown, until: newest, application: name });
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
