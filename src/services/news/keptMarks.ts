import { basename } from 'node:path';
import type { Memento } from 'vscode';
import { withMostRecent } from '../../core/common/mostRecent';
import { lookedUntil, type Mark, movedTo, seenUntil } from '../../core/kept/model/mark';
import type { KnownSet } from '../../engine/protocol';
import { stateKeys } from '../../ids';
import type { RecordsFacts } from '../../shared/comparison';
import type { Disposable } from '../../shared/disposables';

/** So many sets have marks; beyond that the one that was not looked at for the longest time has none any more. */
const remembered = 200;

/** Groups of errors that a comparison of what came since a mark with what was before calls new, and grown. */
export interface NewsCounts {
	readonly appeared: number;
	readonly grown: number;
}

/** What a comparison told of a set. */
interface ComparedNews extends NewsCounts {
	/** Up to when records were received that it knew (Unix time, seconds). */
	readonly until: number;
	/** Name of the application. */
	readonly application: string;
}

/** The mark of a set. */
interface SetMark extends Mark {
	/** Name of the set's folder, which it has wherever the library is. */
	readonly set: string;
	readonly service: string;
	/** Undefined as long as nothing was compared since the mark is where it is. */
	readonly compared?: ComparedNews;
}

/** A set, as far as a look at it needs to know. */
interface LookedAt {
	readonly folder: string;
	readonly known: Pick<KnownSet, 'service' | 'summary' | 'updatedAt'> | undefined;
}

/** Since when a person has not looked at sets of kept records, and what came since. Of all windows, on this machine alone. */
export class KeptMarks {
	private readonly listeners = new Set<() => void>();

	constructor(private readonly memento: Pick<Memento, 'get' | 'update'>) {}

	/** A mark, or what came since one, is another in this window. */
	onDidChange(listener: () => void): Disposable {
		this.listeners.add(listener);
		return { dispose: () => this.listeners.delete(listener) };
	}

	/** @param folder Of the set, as in what follows. */
	of(folder: string): SetMark | undefined {
		return this.all.find(({ set }) => set === basename(folder));
	}

	/** Undefined where there is none. */
	newsOf(folder: string): NewsCounts | undefined {
		const { compared } = this.of(folder) ?? {};
		return hasNews(compared) ? compared : undefined;
	}

	/** Of all sets. */
	get news(): readonly ComparedNews[] {
		return this.all.flatMap(({ compared }) => (hasNews(compared) ? [compared] : []));
	}

	/** Somebody sees the records of a set as far as it is current: what is new has been looked at. */
	async look({ folder, known }: LookedAt, { covers }: Pick<RecordsFacts, 'covers'>): Promise<void> {
		if (!known) {
			return;
		}
		const { service, summary, updatedAt } = known;
		const mark = this.of(folder);
		const until = seenUntil(covers, { currentTo: summary.currentTo, updatedAt }, mark?.at);
		const looked = until === undefined ? mark : lookedUntil(mark, until);
		if (looked && (looked.at !== mark?.at || this.newsOf(folder))) {
			const compared = mark?.compared && { ...mark.compared, appeared: 0, grown: 0 };
			await this.put({ ...looked, set: basename(folder), service, ...(compared && { compared }) });
		}
	}

	/** Somebody wants it to be there. */
	async move(folder: string, service: string, at: number): Promise<void> {
		await this.put({ set: basename(folder), service, ...movedTo(this.of(folder), at) });
	}

	/** @param at Where the mark was that it was compared with: moved meanwhile, that tells nothing. */
	async keepNews(folder: string, at: number, compared: ComparedNews): Promise<void> {
		const mark = this.of(folder);
		if (mark?.at === at) {
			await this.put({ ...mark, compared });
		}
	}

	/** Of sets that nobody can look at now; their marks stay. */
	async forgetNews(isGone: (mark: SetMark) => boolean): Promise<void> {
		if (this.all.some((mark) => hasNews(mark.compared) && isGone(mark))) {
			await this.write(
				this.all.map(({ compared, ...mark }) => (compared && !isGone(mark) ? { ...mark, compared } : mark)),
			);
		}
	}

	/** Of a set that is deleted. */
	async forget(folder: string): Promise<void> {
		if (this.of(folder)) {
			await this.write(this.all.filter(({ set }) => set !== basename(folder)));
		}
	}

	async forgetAll(): Promise<void> {
		await this.write([]);
	}

	private get all(): readonly SetMark[] {
		return this.memento.get<readonly SetMark[]>(stateKeys.keptMarks, []);
	}

	private put(mark: SetMark): Promise<void> {
		return this.write(withMostRecent(this.all, mark, ({ set }) => set === mark.set, remembered));
	}

	private async write(marks: readonly SetMark[]): Promise<void> {
		const written = this.memento.update(stateKeys.keptMarks, marks.length > 0 ? marks : undefined);
		for (const listener of this.listeners) {
			listener();
		}
		await written;
	}
}

function hasNews(news: NewsCounts | undefined): news is NewsCounts {
	return news !== undefined && news.appeared + news.grown > 0;
}
