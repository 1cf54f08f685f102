import { bothSides, type ComparedSide } from '../../../shared/comparison';
import type { Disposable } from '../../../shared/disposables';
import { type GroupValue, sameGroup } from '../../../shared/groupValue';
import type { ComparedRow, FoldName, SelectedGroup } from '../../../shared/protocols/comparisonProtocol';
import { sharedLabel } from '../../common/format/disambiguate';
import type { PageContext } from '../context/pageContext';
import { countOf, getExposure, getKey } from '../state/pageState';

const pageLength = 100;

const trendParts = 28;

/** Maximum number of groups to search in each section. Loading more groups would take seconds. */
const mostLookedThrough = 20_000;

interface PageRequest {
	/** Whether a caller awaits the page. Such a page is loaded even if it isn't visible. */
	readonly awaited: boolean;
	readonly controller: AbortController;
	readonly rows: Promise<readonly ComparedRow[]>;
}

interface FoldRange {
	readonly fold: FoldName;
	readonly start: number;
	readonly end: number;
}

interface FoundGroup {
	readonly row: ComparedRow;
	readonly selected: SelectedGroup;
}

export class RowPages implements Disposable {
	private readonly pages = new Map<string, readonly ComparedRow[]>();
	private readonly asked = new Map<string, PageRequest>();
	private readonly highest = new Map<FoldName, number>();
	private labels: Map<string, GroupValue[]> | undefined;

	constructor(
		private readonly context: Pick<PageContext, 'host' | 'store'>,
		private readonly events: {
			readonly came: () => void;
			readonly failed: (error: unknown) => void;
		},
	) {}

	get busy(): boolean {
		return this.asked.size > 0;
	}

	at(fold: FoldName, index: number): ComparedRow | undefined {
		return this.pages.get(getPlace(fold, index))?.[index % pageLength];
	}

	longest(fold: FoldName): number {
		return this.highest.get(fold) ?? 0;
	}

	twins(value: GroupValue): readonly GroupValue[] {
		const key = getKey(this.context.store.state);
		this.labels ??= Map.groupBy(
			[...this.pages.values()].flat().map((row) => row.value),
			(each) => sharedLabel(key, each),
		);
		return this.labels.get(sharedLabel(key, value)) ?? [];
	}

	invalidate(): void {
		for (const { controller } of this.asked.values()) {
			controller.abort(new DOMException('superseded', 'AbortError'));
		}
		this.asked.clear();
		this.pages.clear();
		this.highest.clear();
		this.labels = undefined;
	}

	/** Loads the missing pages of the given ranges. Aborts requests for other pages, unless a caller awaits the page. */
	want(ranges: readonly FoldRange[]): void {
		const wanted = new Map(
			ranges.flatMap(({ fold, start, end }) =>
				Array.from({ length: Math.ceil(end / pageLength) - Math.floor(start / pageLength) }, (_, page) => {
					const index = (Math.floor(start / pageLength) + page) * pageLength;
					return [getPlace(fold, index), { fold, index }] as const;
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

	/**
	 * Finds a group, starting at its last known position. If the group no longer exists, finds a group with the same
	 * title and first record.
	 */
	async find(
		sought: Pick<SelectedGroup, 'value'> & Partial<SelectedGroup>,
		folds: readonly FoldName[],
		signal: AbortSignal,
	): Promise<FoundGroup | undefined> {
		const { answer } = this.context.store.state;
		const hint = sought.fold && { fold: sought.fold, index: sought.index ?? 0 };
		let successor: FoundGroup | undefined;
		const pages = folds.flatMap((fold) => {
			const count = Math.min(mostLookedThrough, answer ? countOf(answer.head, fold) : 0);
			return Array.from({ length: Math.ceil(count / pageLength) }, (_, page) => ({ fold, index: page * pageLength }));
		});
		for (const { fold, index } of hint ? [hint, ...pages] : pages) {
			if (answer && index < countOf(answer.head, fold)) {
				const rows = this.pages.get(getPlace(fold, index)) ?? (await this.bring(fold, index, true));
				signal.throwIfAborted();
				const at = (row: ComparedRow): FoundGroup => {
					const place = Math.floor(index / pageLength) * pageLength + rows.indexOf(row);
					return { row, selected: selectionOf(row, { fold, index: place }) };
				};
				const found = rows.find((row) => sameGroup(row.value, sought.value));
				if (found) {
					return at(found);
				}
				const next = rows.find((row) => isSuccessor(row, sought));
				successor ??= next && at(next);
			}
		}
		return successor;
	}

	dispose(): void {
		this.invalidate();
	}

	private bring(fold: FoldName, index: number, awaited: boolean): Promise<readonly ComparedRow[]> {
		const place = getPlace(fold, index);
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
			const bars = rows.flatMap((row) => bothSides.map((side) => getBar(row, side, (of) => getExposure(answer, of))));
			this.highest.set(fold, Math.max(this.longest(fold), ...bars));
		}
	}
}

export function selectionOf(row: ComparedRow, { fold, index }: Pick<SelectedGroup, 'fold' | 'index'>): SelectedGroup {
	const { value, before, after } = row;
	return { value, fold, index, firstRecords: { before: before?.firstRecord, after: after?.firstRecord } };
}

function isSuccessor(row: ComparedRow, { value, firstRecords }: Partial<SelectedGroup>): boolean {
	const hasTitle = typeof value === 'object' && typeof row.value === 'object' && value.title === row.value.title;
	return hasTitle && bothSides.some((side) => row[side] && row[side].firstRecord === firstRecords?.[side]);
}

function getPlace(fold: FoldName, index: number): string {
	return `${fold} ${Math.floor(index / pageLength)}`;
}

/**
 * Returns the length of a bar: the number of devices (or records) of the group on a side. If the exposures of both
 * sides are known, this number is divided by the exposure of the side.
 */
export function getBar(
	{ counted }: Pick<ComparedRow, 'counted'>,
	side: ComparedSide,
	exposure: (side: ComparedSide) => number | undefined,
): number {
	const [before, after] = [exposure('before'), exposure('after')];
	return before === undefined || after === undefined
		? counted[side]
		: counted[side] / (side === 'before' ? before : after);
}
