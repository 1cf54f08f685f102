import { basename } from 'node:path';
import type { Memento } from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import { advancedWatermark, movedTo, seenUntil, type Watermark } from '../../core/sync/model/watermark';
import type { KnownSet } from '../../engine/protocol';
import { stateKeys } from '../../ids';
import type { RecordsFacts } from '../../shared/comparison';
import type { Disposable } from '../../shared/disposables';

/** Maximum number of stored watermarks. The watermark of the set that was reviewed longest ago is removed first. */
const remembered = 200;

export interface NewsCounts {
	readonly appeared: number;
	readonly increased: number;
}

interface ComparedNews extends NewsCounts {
	/** Receive time of the newest record in the comparison (Unix time in seconds). */
	readonly until: number;
	readonly application: string;
}

interface SetWatermark extends Watermark {
	/** Name of the set's folder. Unlike the path, the name doesn't depend on the location of the library. */
	readonly set: string;
	readonly service: string;
	readonly compared?: ComparedNews;
}

interface ReviewedSet {
	readonly folder: string;
	readonly known: Pick<KnownSet, 'service' | 'summary' | 'updatedAt'> | undefined;
}

/** Stores the watermark and the number of new errors of each synced set. All windows on this machine share the data. */
export class Watermarks {
	private readonly listeners = new Set<() => void>();

	constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

	onDidChange(listener: () => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	of(folder: string): SetWatermark | undefined {
		return this.all.find(({ set }) => set === basename(folder));
	}

	newsOf(folder: string): NewsCounts | undefined {
		const { compared } = this.of(folder) ?? {};
		return hasNews(compared) ? compared : undefined;
	}

	get news(): readonly ComparedNews[] {
		return this.all.flatMap(({ compared }) => (hasNews(compared) ? [compared] : []));
	}

	/** Advances the watermark after all current records of a set have been displayed. */
	async advance({ folder, known }: ReviewedSet, { covers }: Pick<RecordsFacts, 'covers'>): Promise<void> {
		if (!known) {
			return;
		}
		const { service, summary, updatedAt } = known;
		const watermark = this.of(folder);
		const until = seenUntil(covers, { currentTo: summary.currentTo, updatedAt }, watermark?.at);
		const advanced = until === undefined ? watermark : advancedWatermark(watermark, until);
		if (advanced && (advanced.at !== watermark?.at || this.newsOf(folder))) {
			const compared = watermark?.compared && { ...watermark.compared, appeared: 0, increased: 0 };
			await this.put({ ...advanced, set: basename(folder), service, ...(compared && { compared }) });
		}
	}

	async move(folder: string, service: string, at: number): Promise<void> {
		await this.put({ set: basename(folder), service, ...movedTo(this.of(folder), at) });
	}

	/**
	 * Saves the result of a comparison with the watermark `at`. Discards the result if the watermark has changed since.
	 */
	async saveNews(folder: string, at: number, compared: ComparedNews): Promise<void> {
		const watermark = this.of(folder);
		if (watermark?.at === at) {
			await this.put({ ...watermark, compared });
		}
	}

	async forgetNews(isGone: (watermark: SetWatermark) => boolean): Promise<void> {
		if (this.all.some((watermark) => hasNews(watermark.compared) && isGone(watermark))) {
			await this.write(
				this.all.map(({ compared, ...watermark }) =>
					compared && !isGone(watermark) ? { ...watermark, compared } : watermark,
				),
			);
		}
	}

	async forget(folder: string): Promise<void> {
		if (this.of(folder)) {
			await this.write(this.all.filter(({ set }) => set !== basename(folder)));
		}
	}

	async forgetAll(): Promise<void> {
		await this.write([]);
	}

	private get all(): readonly SetWatermark[] {
		return this.memento.get<readonly SetWatermark[]>(stateKeys.watermarks, []);
	}

	private put(watermark: SetWatermark): Promise<void> {
		return this.write(upsertMostRecent(this.all, watermark, ({ set }) => set === watermark.set, remembered));
	}

	private async write(watermarks: readonly SetWatermark[]): Promise<void> {
		const written = this.memento.update(stateKeys.watermarks, watermarks.length > 0 ? watermarks : undefined);
		for (const listener of this.listeners) {
			listener();
		}
		await written;
	}
}

function hasNews(news: NewsCounts | undefined): news is NewsCounts {
	return news !== undefined && news.appeared + news.increased > 0;
}
