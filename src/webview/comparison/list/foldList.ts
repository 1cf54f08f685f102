import { type FoldName, foldNames, type SelectedGroup } from '../../../shared/comparisonProtocol';
import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { sameGroup } from '../../../shared/groupValue';
import { setAttribute } from '../../common/dom/element';
import { listen } from '../../common/dom/listen';
import { VirtualList } from '../../common/dom/virtualList';
import type { PageContext } from '../context/pageContext';
import type { RowPages } from '../data/rowPages';
import { countOf, type PageState } from '../state/pageState';
import { FoldPlaces } from './foldPlaces';
import { drawFold, drawRow } from './rowItem';

/** Row heights in CSS pixels. Views narrower than `narrow` show three lines instead of two, as in the style sheet. */
const rowHeight = { wide: 44, narrow: 64 };
const narrow = 560;

interface FoldList extends Disposable {
	readonly root: HTMLElement;
	focus(): void;
	/** Must be called after data of visible rows was loaded. */
	refresh(): void;
	/** Makes a group the active item, expands its section and scrolls the group into view. */
	reveal(group: Pick<SelectedGroup, 'fold' | 'index'>): void;
}

/**
 * Shows collapsible sections and their groups in one list. `entered` is true if a group was chosen with the keyboard
 * and should receive the focus. Escape calls `leave`.
 */
export function foldList(
	context: PageContext,
	pages: RowPages,
	{ choose, leave }: { choose: (group: SelectedGroup, entered: boolean) => void; leave: () => void },
): FoldList {
	const { store, t } = context;
	const owned = new DisposableStore();
	let places = new FoldPlaces([]);
	/** The saved scroll position is restored only for the first list. */
	let restored = false;

	const list = owned.add(
		new VirtualList({
			label: t('Groups by verdict'),
			role: 'tree',
			itemHeight: rowHeight.wide,
			heights: {
				offset: (item, height) => places.offset(item, height),
				at: (offset, height) => places.itemAt(offset, height),
			},
			draw: (item, index) => {
				const { answer, unfolded, selected } = store.state;
				const at = places.at(index);
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
			},
			onRange: (start, end) => {
				pages.want(
					foldNames.flatMap((fold) => {
						const first = places.itemOf(fold, 0);
						const { answer } = store.state;
						const count = answer ? countOf(answer.head, fold) : 0;
						const [from, to] = [start - (first ?? end), Math.min(count, end - (first ?? end))];
						return to > Math.max(0, from) ? [{ fold, start: Math.max(0, from), end: to }] : [];
					}),
				);
				busy();
				if (restored) {
					store.dispatch({ top: list.top });
				}
			},
			onKey: ({ key }, index) => onKey(key, index),
			onChoose: (index, event) => {
				const at = places.at(index);
				if (at?.kind === 'fold') {
					toggle(at.fold);
				} else if (at) {
					const row = pages.at(at.fold, at.index);
					if (row) {
						choose({ value: row.value, fold: at.fold, index: at.index }, event instanceof KeyboardEvent);
					}
				}
			},
		}),
	);
	const busy = () => {
		setAttribute(list.root, 'aria-busy', store.state.working || pages.busy ? 'true' : undefined);
	};
	const onKey = (key: string, index: number): boolean => {
		const at = places.at(index);
		const isUnfolded = at && store.state.unfolded.includes(at.fold);
		switch (key) {
			case 'ArrowRight':
				if (at?.kind === 'fold') {
					if (!isUnfolded) {
						toggle(at.fold);
					} else if (places.itemOf(at.fold, 0) !== undefined) {
						list.activate(index + 1);
					}
				}
				return true;
			case 'ArrowLeft':
				if (at?.kind === 'group') {
					list.activate(places.itemOf(at.fold) ?? 0);
				} else if (at && isUnfolded) {
					toggle(at.fold);
				}
				return true;
			case 'Escape':
				leave();
				return true;
			default:
				return false;
		}
	};
	const toggle = (fold: FoldName) => {
		const { answer, unfolded } = store.state;
		if (answer && countOf(answer.head, fold) > 0) {
			store.dispatch({
				unfolded: unfolded.includes(fold) ? unfolded.filter((each) => each !== fold) : [...unfolded, fold],
			});
		}
	};
	const place = ({ answer, unfolded }: PageState) => {
		places = new FoldPlaces(
			answer
				? foldNames.map((fold) => ({
						fold,
						count: countOf(answer.head, fold),
						unfolded: unfolded.includes(fold),
					}))
				: [],
		);
	};
	const showAnswer = (state: PageState, toTop: boolean) => {
		pages.invalidate();
		place(state);
		const { top } = state;
		list.reset(places.length, restored && toTop);
		if (!restored) {
			restored = true;
			list.top = top;
		}
	};
	const fit = () => {
		const height = list.root.clientWidth > 0 && list.root.clientWidth < narrow ? rowHeight.narrow : rowHeight.wide;
		if (height !== height0) {
			height0 = height;
			list.root.classList.toggle('narrow', height === rowHeight.narrow);
			list.setItemHeight(height);
		}
	};
	let height0: number = rowHeight.wide;
	const sizes = new ResizeObserver(fit);
	sizes.observe(list.root);
	owned.add({ dispose: () => sizes.disconnect() });
	owned.add(listen(window, 'resize', fit));
	owned.add(
		store.subscribe((state, previous) => {
			if (state.answer !== previous.answer || state.order !== previous.order) {
				const sameQuestion = JSON.stringify(state.answer?.asked) === JSON.stringify(previous.answer?.asked);
				showAnswer(state, !sameQuestion || state.order !== previous.order);
			} else if (state.unfolded !== previous.unfolded) {
				const active = places.at(list.active);
				place(state);
				list.reset(places.length, false);
				const item = active && (places.itemOf(active.fold, indexIn(active)) ?? places.itemOf(active.fold));
				if (item !== undefined && item !== list.active) {
					list.activate(item);
				}
			} else if (state.selected !== previous.selected) {
				list.refresh();
			}
			if (state.working !== previous.working) {
				busy();
			}
		}),
	);
	return {
		root: list.root,
		focus: () => list.root.focus(),
		refresh: () => {
			list.refresh();
			busy();
		},
		reveal: ({ fold, index }) => {
			if (!store.state.unfolded.includes(fold)) {
				store.dispatch({ unfolded: [...store.state.unfolded, fold] });
			}
			const item = places.itemOf(fold, index);
			if (item !== undefined) {
				list.activate(item);
			}
		},
		dispose: () => owned.dispose(),
	};
}

function indexIn(place: NonNullable<ReturnType<FoldPlaces['at']>>): number | undefined {
	return place.kind === 'group' ? place.index : undefined;
}
