import { DisposableOwner } from '../../../shared/disposables';
import { sameGroup } from '../../../shared/groupValue';
import { type FoldName, foldNames, type SelectedGroup } from '../../../shared/protocols/comparisonProtocol';
import { element, setAttribute } from '../../common/dom/element';
import { listen } from '../../common/dom/listen';
import { VirtualList } from '../../common/dom/virtualList';
import type { PageContext } from '../context/pageContext';
import { type RowPages, selectionOf } from '../data/rowPages';
import { nameOfFold } from '../format/foldLabels';
import { countOf, type PageState } from '../state/pageState';
import { FoldPlaces } from './foldPlaces';
import { drawFold, drawRow } from './rowItem';

/** Row heights in CSS pixels. If the view is narrower than `narrow`, rows have three lines instead of two. */
const rowHeight = { wide: 44, narrow: 64 };
const narrow = 560;

interface ListActions {
	/** @param entered True if the user selected the group with the keyboard. The group details then receive the focus */
	readonly choose: (group: SelectedGroup, entered: boolean) => void;
	readonly leave: () => void;
}

export class FoldList extends DisposableOwner {
	/** Line of text that lists the empty sections, which the list omits. */
	readonly empty = element('p', { class: 'empty-folds dim', hidden: true });
	private readonly list: VirtualList;
	private places = new FoldPlaces([]);
	/** Whether the saved scroll position has already been restored. The position is restored only once. */
	private restored = false;
	private height: number = rowHeight.wide;

	constructor(
		private readonly context: PageContext,
		private readonly pages: RowPages,
		private readonly actions: ListActions,
	) {
		super();
		this.list = this.owned.add(
			new VirtualList({
				label: context.t('Groups by verdict'),
				role: 'tree',
				itemHeight: rowHeight.wide,
				heights: {
					offset: (item, height) => this.places.offset(item, height),
					at: (offset, height) => this.places.itemAt(offset, height),
				},
				draw: (item, index) => this.draw(item, index),
				onRange: (start, end) => this.want(start, end),
				onKey: ({ key }, index) => this.onKey(key, index),
				onChoose: (index, event) => this.choose(index, event),
			}),
		);
		const fit = () => this.fit();
		const sizes = new ResizeObserver(fit);
		sizes.observe(this.root);
		this.owned.add({ dispose: () => sizes.disconnect() });
		this.owned.add(listen(window, 'resize', fit));
		this.owned.add(context.store.subscribe((state, previous) => this.update(state, previous)));
	}

	get root(): HTMLElement {
		return this.list.root;
	}

	focus(): void {
		this.root.focus();
	}

	/** Redraws the visible rows. Must be called after their data has been loaded. */
	refresh(): void {
		this.list.refresh();
		this.showBusy();
	}

	reveal({ fold, index }: Pick<SelectedGroup, 'fold' | 'index'>): void {
		const { store } = this.context;
		if (!store.state.unfolded.includes(fold)) {
			store.dispatch({ unfolded: [...store.state.unfolded, fold] });
		}
		const item = this.places.itemOf(fold, index);
		if (item !== undefined) {
			this.list.activate(item);
		}
	}

	private draw(item: HTMLElement, index: number): void {
		const { context, pages } = this;
		const { answer, unfolded, selected } = context.store.state;
		const at = this.places.at(index);
		if (!answer || !at) {
			return;
		}
		if (at.kind === 'fold') {
			drawFold(item, at.fold, answer, unfolded.includes(at.fold), context);
			return;
		}
		const row = pages.at(at.fold, at.index);
		const isSelected = row !== undefined && selected !== undefined && sameGroup(row.value, selected.value);
		drawRow(item, at, row, { answer, pages, selected: isSelected }, context);
	}

	private want(start: number, end: number): void {
		const { store } = this.context;
		this.pages.want(
			foldNames.flatMap((fold) => {
				const first = this.places.itemOf(fold, 0);
				const { answer } = store.state;
				const count = answer ? countOf(answer.head, fold) : 0;
				const [from, to] = [start - (first ?? end), Math.min(count, end - (first ?? end))];
				return to > Math.max(0, from) ? [{ fold, start: Math.max(0, from), end: to }] : [];
			}),
		);
		this.showBusy();
		if (this.restored) {
			store.dispatch({ top: this.list.top });
		}
	}

	private showBusy(): void {
		const isBusy = this.context.store.state.working || this.pages.busy;
		setAttribute(this.root, 'aria-busy', isBusy ? 'true' : undefined);
	}

	private choose(index: number, event: Event): void {
		const at = this.places.at(index);
		if (at?.kind === 'fold') {
			this.toggle(at.fold);
		} else if (at) {
			const row = this.pages.at(at.fold, at.index);
			if (row) {
				this.actions.choose(selectionOf(row, at), event instanceof KeyboardEvent);
			}
		}
	}

	private onKey(key: string, index: number): boolean {
		const { places, list } = this;
		const at = places.at(index);
		const isUnfolded = at && this.context.store.state.unfolded.includes(at.fold);
		switch (key) {
			case 'ArrowRight':
				if (at?.kind === 'fold') {
					if (isUnfolded) {
						list.activate(index + 1);
					} else {
						this.toggle(at.fold);
					}
				}
				return true;
			case 'ArrowLeft':
				if (at?.kind === 'group') {
					list.activate(places.itemOf(at.fold) ?? 0);
				} else if (at && isUnfolded) {
					this.toggle(at.fold);
				}
				return true;
			case 'Escape':
				this.actions.leave();
				return true;
			default:
				return false;
		}
	}

	private toggle(fold: FoldName): void {
		const { store } = this.context;
		const { unfolded } = store.state;
		store.dispatch({
			unfolded: unfolded.includes(fold) ? unfolded.filter((each) => each !== fold) : [...unfolded, fold],
		});
	}

	private place({ answer, unfolded }: PageState): void {
		const { t } = this.context;
		const counts = answer ? foldNames.map((fold) => ({ fold, count: countOf(answer.head, fold) })) : [];
		const [filled, empty] = [counts.filter(({ count }) => count > 0), counts.filter(({ count }) => count === 0)];
		this.places = new FoldPlaces(filled.map((each) => ({ ...each, unfolded: unfolded.includes(each.fold) })));
		const names = empty.map(({ fold }) => nameOfFold(fold, t)).join(', ');
		this.empty.textContent = filled.length > 0 && names !== '' ? t('No groups: {0}', names) : '';
		this.empty.hidden = this.empty.textContent === '';
	}

	private update(state: PageState, previous: PageState): void {
		const { list } = this;
		if (state.answer !== previous.answer || state.order !== previous.order) {
			const sameQuestion = JSON.stringify(state.answer?.asked) === JSON.stringify(previous.answer?.asked);
			this.showAnswer(state, !sameQuestion || state.order !== previous.order);
		} else if (state.unfolded !== previous.unfolded) {
			const active = this.places.at(list.active);
			this.place(state);
			list.reset(this.places.length, false);
			const item = active && (this.places.itemOf(active.fold, indexIn(active)) ?? this.places.itemOf(active.fold));
			if (item !== undefined && item !== list.active) {
				list.activate(item);
			}
		} else if (state.selected !== previous.selected) {
			list.refresh();
		}
		if (state.working !== previous.working) {
			this.showBusy();
		}
	}

	private showAnswer(state: PageState, toTop: boolean): void {
		this.pages.invalidate();
		this.place(state);
		const { top } = state;
		this.list.reset(this.places.length, this.restored && toTop);
		if (!this.restored) {
			this.restored = true;
			this.list.top = top;
		}
	}

	private fit(): void {
		const { clientWidth, classList } = this.root;
		const height = clientWidth > 0 && clientWidth < narrow ? rowHeight.narrow : rowHeight.wide;
		if (height !== this.height) {
			this.height = height;
			classList.toggle('narrow', height === rowHeight.narrow);
			this.list.setItemHeight(height);
		}
	}
}

function indexIn(place: NonNullable<ReturnType<FoldPlaces['at']>>): number | undefined {
	return place.kind === 'group' ? place.index : undefined;
}
