import { bothSides, type ComparedSide } from '../../../shared/comparison';
import type { ComparedRow, FoldName, SelectedGroup } from '../../../shared/comparisonProtocol';
import type { Disposable } from '../../../shared/disposables';
import { type GroupValue, sameGroup } from '../../../shared/groupValue';
import { sharedLabel } from '../../common/words/tellApart';
import type { PageContext } from '../context/pageContext';
import { countOf, exposureOf, keyOf } from '../state/pageState';

const pageLength = 100;

/** Points of a trend. */
const trendParts = 28;

/** A group is looked for among so many of a fold; it takes seconds to page through more. */
const mostLookedThrough = 20_000;

interface Asked {
	/** Somebody waits for it, whatever is in sight. */
	readonly awaited: boolean;
	readonly controller: AbortController;
	readonly rows: Promise<readonly ComparedRow[]>;
}

/** Groups with a place in a fold, from one up to the other. */
interface FoldRange {
	readonly fold: FoldName;
	readonly start: number;
	readonly end: number;
}

/** The groups of an answer, brought by the page as they are looked at, each page once. */
export class RowPages implements Disposable {
	private readonly pages = new Map<string, readonly ComparedRow[]>();
	private readonly asked = new Map<string, Asked>();
	private readonly highest = new Map<FoldName, number>();
	private labels: Map<string, GroupValue[]> | undefined;

	constructor(
		private readonly context: Pick<PageContext, 'host' | 'store'>,
		private readonly events: {
			readonly came: () => void;
			readonly failed: (error: unknown) => void;
		},
	) {}

	/** Something is on its way. */
	get busy(): boolean {
		return this.asked.size > 0;
	}

	at(fold: FoldName, index: number): ComparedRow | undefined {
		return this.pages.get(placeOf(fold, index))?.[index % pageLength];
	}

	/** The longest bar of a fold, of the groups that are here. */
	longest(fold: FoldName): number {
		return this.highest.get(fold) ?? 0;
	}

	/** Groups that are here and read the same, the one itself among them. */
	twins(value: GroupValue): readonly GroupValue[] {
		const key = keyOf(this.context.store.state);
		this.labels ??= Map.groupBy(
			[...this.pages.values()].flat().map((row) => row.value),
			(each) => sharedLabel(key, each),
		);
		return this.labels.get(sharedLabel(key, value)) ?? [];
	}

	/** What is here is of a former answer, or in another order. */
	forget(): void {
		for (const { controller } of this.asked.values()) {
			controller.abort(new DOMException('superseded', 'AbortError'));
		}
		this.asked.clear();
		this.pages.clear();
		this.highest.clear();
		this.labels = undefined;
	}

	/** Brings what is missing of these, and stops bringing anything else. */
	want(ranges: readonly FoldRange[]): void {
		const wanted = new Map(
			ranges.flatMap(({ fold, start, end }) =>
				Array.from({ length: Math.ceil(end / pageLength) - Math.floor(start / pageLength) }, (_, page) => {
					const index = (Math.floor(start / pageLength) + page) * pageLength;
					return [placeOf(fold, index), { fold, index }] as const;
				}),
			),
		);
		for (const [place, { controller, awaited }] of this.asked) {
			if (!awaited && !wanted.has(place)) {
				controller.abort(new DOMException('superseded', 'AbortError'));
				this.asked.delete(place);
			}
		}
		for (const [place, { fold, index }] of wanted) {
			if (!this.pages.has(place) && !this.asked.has(place)) {
				this.bring(fold, index, false).catch(() => {});
			}
		}
	}

	/** Where a group is now: mostly where it was, else among the first thousands of the folds that it may be in. */
	async find(
		value: GroupValue,
		folds: readonly FoldName[],
		signal: AbortSignal,
		hint?: Pick<SelectedGroup, 'fold' | 'index'>,
	): Promise<SelectedGroup | undefined> {
		const { answer } = this.context.store.state;
		const pages = folds.flatMap((fold) => {
			const count = Math.min(mostLookedThrough, answer ? countOf(answer.head, fold) : 0);
			return Array.from({ length: Math.ceil(count / pageLength) }, (_, page) => ({ fold, index: page * pageLength }));
		});
		for (const { fold, index } of hint ? [hint, ...pages] : pages) {
			if (answer && index < countOf(answer.head, fold)) {
				const rows = this.pages.get(placeOf(fold, index)) ?? (await this.bring(fold, index, true));
				signal.throwIfAborted();
				const found = rows.findIndex((row) => sameGroup(row.value, value));
				if (found >= 0) {
					return { value, fold, index: Math.floor(index / pageLength) * pageLength + found };
				}
			}
		}
		return undefined;
	}

	dispose(): void {
		this.forget();
	}

	private bring(fold: FoldName, index: number, awaited: boolean): Promise<readonly ComparedRow[]> {
		const place = placeOf(fold, index);
		const known = this.asked.get(place);
		if (known) {
			this.asked.set(place, { ...known, awaited: awaited || known.awaited });
			return known.rows;
		}
		const controller = new AbortController();
		const rows = this.ask(fold, Math.floor(index / pageLength) * pageLength, controller.signal).then(
			(page) => {
				controller.signal.throwIfAborted();
				this.asked.delete(place);
				this.pages.set(place, page);
				this.labels = undefined;
				this.measure(fold, page);
				this.events.came();
				return page;
			},
			(error) => {
				if (!controller.signal.aborted) {
					this.asked.delete(place);
					this.events.failed(error);
				}
				throw error;
			},
		);
		this.asked.set(place, { awaited, controller, rows });
		return rows;
	}

	private async ask(fold: FoldName, start: number, signal: AbortSignal): Promise<readonly ComparedRow[]> {
		const { host, store } = this.context;
		const { answer, order } = store.state;
		if (!answer) {
			return [];
		}
		const end = Math.min(countOf(answer.head, fold), start + pageLength);
		const question = { asked: answer.asked, fold, order, start, end, trendParts };
		return (await host.call('rows', question, { signal })).rows;
	}

	private measure(fold: FoldName, rows: readonly ComparedRow[]): void {
		const { answer } = this.context.store.state;
		if (answer) {
			const bars = rows.flatMap((row) => bothSides.map((side) => barOf(row, side, (of) => exposureOf(answer, of))));
			this.highest.set(fold, Math.max(this.longest(fold), ...bars));
		}
	}
}

function placeOf(fold: FoldName, index: number): string {
	return `${fold} ${Math.floor(index / pageLength)}`;
}

/** How long a bar is: what was counted, in proportion to what counts are held against, so that both are on one scale. */
export function barOf(
	{ counted }: Pick<ComparedRow, 'counted'>,
	side: ComparedSide,
	exposure: (side: ComparedSide) => number | undefined,
): number {
	const [before, after] = [exposure('before'), exposure('after')];
	return before === undefined || after === undefined
		? counted[side]
		: counted[side] / (side === 'before' ? before : after);
}
