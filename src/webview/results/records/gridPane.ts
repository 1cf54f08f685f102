import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { splitLines } from '../../../shared/lines';
import type { PositionRange, RecordFilter } from '../../../shared/results';
import { Latest } from '../../common/dom/latest';
import { listen } from '../../common/dom/listen';
import type { Anchor } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { describeFilter } from '../../common/format/describeFilter';
import type { Context } from '../context/context';
import { requestCopyOrSave } from '../copyOrSave/copyOrSaveForm';
import { matchingColumns } from '../copyOrSave/records';
import { Grid } from '../grid/grid';
import type { GridFilter } from '../grid/model/types';
import type { Selection, State } from '../state/viewState';
import { cellMenu } from './cellMenu';
import { copyCell } from './copyCell';
import { openFilterHelp } from './filterHelp';
import { filterNote } from './filterNote';
import { filterBoxes, typedFilter } from './filterRow';
import { promptForColumn, promptForRecord } from './goTo';
import { gridColumns, toLayout } from './gridColumns';
import { gridProvider } from './gridProvider';
import { type Selected, selectionLine } from './selectionLine';

export interface GridPane extends Disposable {
	readonly selectedRanges: () => readonly PositionRange[];
	select(selection: Selection): void;
	/** Shows a record of the view, and scrolls to the column unless it is hidden. */
	goTo(position: number, column: number): void;
	focus(): void;
	focusFilters(): void;
	readonly activeColumn: number | undefined;
	promptRecord(): void;
	promptColumn(): void;
}

interface GridPaneActions {
	openRecord(): void;
	openValues(column: number, anchor: Anchor): void;
	editFilters(column: number, anchor: Anchor): void;
	resetLayout(): void;
}

/** Synchronizes the grid with the state in both directions. `root` must already be in the document. */
export function gridPane(context: Context, root: HTMLElement, actions: GridPaneActions): GridPane {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const locating = owned.add(new Latest());
	const counting = owned.add(new Latest());
	let ranges: readonly PositionRange[] = [];
	/** Columns with selected cells. Undefined if whole rows are selected. */
	let cells: readonly number[] | undefined;
	let ofGrid: State['columns'] = store.state.columns;
	/** Scroll position to restore, until the file has been read up to this position or the user has scrolled. */
	let waitingTop = store.state.top > 0 ? store.state.top : undefined;
	/** Whether to reactivate the previous record. False once the user has moved to another record. */
	let comesBack = store.state.selection !== undefined;
	for (const type of ['wheel', 'pointerdown', 'keydown'] as const) {
		owned.add(
			listen(root, type, () => {
				waitingTop = undefined;
				comesBack &&= type === 'wheel';
			}),
		);
	}

	const onFilter = (filter: GridFilter) => {
		const typing = typedFilter(store.state, filter, context.timeZone);
		if (typing.kind === 'filters') {
			store.dispatch({ kind: 'filtersSet', filters: typing.filters });
			return undefined;
		}
		const holds = filter.kind === 'typed' ? boxes(store.state).get(filter.column) : undefined;
		return filterNote(typing, holds, context);
	};
	const anchor = (): Anchor => {
		const active = document.activeElement;
		return active instanceof HTMLElement && root.contains(active) ? active : root;
	};
	const upperStart = (): Anchor => {
		const { left, top } = root.getBoundingClientRect();
		return { x: left + 24, y: top + 24 };
	};
	const selected = (column: number | undefined): Selected =>
		cells ? { kind: 'cells', columns: cells } : { kind: 'records', column };
	const line = owned.add(selectionLine(context));
	root.after(line.root);
	const boxes = (now: State) => filterBoxes(now, context.timeZone, (filters) => getSummary(filters, context));
	const { state } = store;
	const grid = owned.add(
		new Grid(root, gridProvider(context), {
			label: t('Records'),
			t,
			formatCount: formats.count,
			plural: formats.plural,
			formatShare: formats.share,
			announce: context.announce,
			columns: gridColumns(state, context),
			sort: state.view.sort,
			filters: boxes(state),
			density: state.density,
			...(state.info.naturalOrder && { numbered: 'inView' }),
			top: state.top,
			left: state.left,
			activeColumn: state.columns.find(
				({ column, hidden }) => !hidden && state.info.columns[column]?.name === state.focus?.column,
			)?.column,
			events: {
				sorted: (sort) => store.dispatch({ kind: 'sorted', sort }),
				filtered: onFilter,
				filterHelpWanted: (button) => openFilterHelp(context, button),
				columnsChanged: (columns) => {
					ofGrid = columns.map(toLayout);
					store.dispatch({ kind: 'columnsLaidOut', columns: ofGrid });
				},
				selected: (chosen, columns) => {
					ranges = chosen;
					cells = columns;
					line.show(ranges, selected(grid.activeColumn));
				},
				columnActivated: (column) => {
					// The summary of selected cells does not depend on the column of the active cell.
					if (!cells) {
						line.show(ranges, selected(column));
					}
				},
				activated: ({ row, position }) =>
					store.dispatch({ kind: 'selected', selection: { number: row.number, position } }),
				opened: () => actions.openRecord(),
				copied: (what) => {
					if (what.kind === 'cell') {
						copyCell(context, what.cell);
						return;
					}
					requestCopyOrSave(context, 'copy', {
						view: store.state.view,
						positions: what.ranges,
						columns: what.columns ?? matchingColumns(store.state, 'visible'),
						format: 'tsv',
						spreadsheetSafe: false,
						// As in a spreadsheet, copied cells have no header.
						header: what.columns === undefined,
					});
				},
				groupedBy: (column) => {
					store.dispatch({ kind: 'groupKeyChosen', key: { kind: 'column', column } });
					store.dispatch({ kind: 'paneToggled', pane: 'groups', shown: true });
				},
				topValuesWanted: (column) => actions.openValues(column, anchor()),
				filterEditWanted: (column) => actions.editFilters(column, anchor()),
				counted: (count) => store.dispatch({ kind: 'counted', view: store.state.view, count }),
				scrolled: (top, left) => {
					if (waitingTop === undefined) {
						store.dispatch({ kind: 'scrolled', top, left });
					}
				},
				failed: context.fail,
			},
			gridMenu: () => [{ kind: 'separator' }, { kind: 'item', label: t('Reset Layout'), run: actions.resetLayout }],
			cellMenu: (cell) => cellMenu(context, cell),
		}),
	);
	/**
	 * Finds the selected record's position without scrolling. If this record isn't in the view, selects the first record.
	 */
	const locate = ({ selection, view, reading }: State) => {
		// The selected record may be in a part of the file that has not been read yet.
		if (selection?.position !== undefined || (selection && reading.kind === 'reading')) {
			return;
		}
		locating.run(async (signal) => {
			const position = selection && (await host.call('positionOf', { view, number: selection.number }, { signal }));
			if (selection && position !== undefined) {
				store.dispatch({ kind: 'selected', selection: { number: selection.number, position } });
				return;
			}
			const first = { view, start: 0, end: 1, columns: [], cellLength: 0 };
			const row = (await host.call('page', first, { signal })).rows[0];
			store.dispatch({ kind: 'selected', selection: row && { number: row.number, position: 0 } });
		}, context.fail);
	};
	/**
	 * Updates the number of matching records, which only the engine can count. The number increases while the file is
	 * read.
	 */
	const recount = ({ view }: State) => {
		counting.run(async (signal) => {
			const { count } = await host.call('page', { view, start: 0, end: 0, columns: [], cellLength: 0 }, { signal });
			store.dispatch({ kind: 'counted', view, count });
			grid.setCount(count);
		}, context.fail);
	};
	const placeShown = () => {
		const { selection } = store.state;
		if (comesBack && selection?.position !== undefined) {
			grid.place(selection.position);
		}
	};
	if (state.count === undefined) {
		recount(state);
	}
	locate(state);
	owned.add(
		store.subscribe((now, before) => {
			if (now.info.columns !== before.info.columns || (now.columns !== before.columns && now.columns !== ofGrid)) {
				// Columns are updated first, because row requests contain the visible columns.
				grid.setColumns(gridColumns(now, context));
			}
			if (now.view !== before.view) {
				comesBack = false;
				grid.reload({ sort: now.view.sort, filters: boxes(now) });
				locate(now);
			} else if (now.info !== before.info) {
				if (now.view.filters.length > 0) {
					recount(now);
				} else if (now.count !== undefined) {
					grid.setCount(now.count);
				}
			}
			if (now.reading.kind !== 'reading' && before.reading.kind === 'reading') {
				if (now.view.sort.length > 0 || waitingTop !== undefined) {
					// In a sorted view, new records can be inserted anywhere. The grid needs its new height before it scrolls.
					const top = waitingTop ?? now.top;
					requestAnimationFrame(() => {
						grid.reload({ top });
						placeShown();
					});
				}
				waitingTop = undefined;
				locate(now);
			}
			if (now.selection !== before.selection) {
				grid.markCurrent(now.selection?.position);
				placeShown();
			}
			if (now.sought !== before.sought) {
				grid.mark(now.sought);
			}
			if (now.density !== before.density) {
				grid.setDensity(now.density);
			}
		}),
	);
	return {
		selectedRanges: () => ranges,
		select: ({ number, position }) => {
			store.dispatch({ kind: 'selected', selection: { number, position } });
			if (position !== undefined) {
				grid.goToRow(position);
			}
		},
		goTo: (position, column) => {
			const isShown = store.state.columns.some((layout) => layout.column === column && !layout.hidden);
			if (isShown) {
				grid.goToColumn(column);
			}
			grid.goToRow(position);
		},
		focus: () => grid.focus(),
		focusFilters: () => grid.focusFilters(),
		get activeColumn() {
			return grid.activeColumn;
		},
		promptRecord: () => promptForRecord(context, upperStart(), (position) => grid.goToRow(position, { focus: true })),
		promptColumn: () => promptForColumn(context, upperStart(), (column) => grid.goToColumn(column, { focus: true })),
		dispose: () => owned.dispose(),
	};
}

/** Maximum length of a summary in a filter box, in characters. */
const longestSummary = 200;

function getSummary(filters: readonly RecordFilter[], { store, t, formats }: Context): string {
	const words = filters.map((filter) => describeFilter(filter, store.state.info.columns, t, formats).predicate);
	const summary = words
		.map((text) => (text.length > longestSummary ? `${text.slice(0, longestSummary)}…` : text))
		.join(' · ');
	return visibleText(
		splitLines(summary)
			.map((line) => line.trim())
			.filter((line) => line !== '')
			.join(' ↵ '),
	);
}
