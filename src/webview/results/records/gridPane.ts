import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { splitLines } from '../../../shared/lines';
import type { PositionRange, RecordFilter } from '../../../shared/results';
import { Latest } from '../../common/dom/latest';
import { listen } from '../../common/dom/listen';
import type { Anchor } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { describeFilter } from '../../common/words/describeFilter';
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
import { askForColumn, askForRecord } from './goTo';
import { gridColumns, toLayout } from './gridColumns';
import { gridProvider } from './gridProvider';
import { type Selected, selectionLine } from './selectionLine';

export interface GridPane extends Disposable {
	readonly selectedRanges: () => readonly PositionRange[];
	/** Shows a record of the view and makes it the selected one. */
	select(selection: Selection): void;
	/** Shows a record of the view, and its column unless that is hidden. */
	goTo(position: number, column: number): void;
	/** Puts the focus into the active cell, or into the filter row. */
	focus(): void;
	focusFilters(): void;
	/** The column with the active cell; undefined for the header of a row. */
	readonly activeColumn: number | undefined;
	/** Asks where to go. */
	askRecord(): void;
	askColumn(): void;
}

interface GridPaneActions {
	openRecord(): void;
	openValues(column: number, anchor: Anchor): void;
	editFilters(column: number, anchor: Anchor): void;
	resetLayout(): void;
}

/**
 * The grid, kept in step with the state in both directions.
 *
 * @param root where it goes; in the document already
 */
export function gridPane(context: Context, root: HTMLElement, actions: GridPaneActions): GridPane {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const locating = owned.add(new Latest());
	const counting = owned.add(new Latest());
	let ranges: readonly PositionRange[] = [];
	/** Those of which cells are selected; undefined where whole rows are. */
	let cells: readonly number[] | undefined;
	/** As the grid laid them out last. */
	let ofGrid: State['columns'] = store.state.columns;
	/** Where the view was left, as long as the file is not read so far and nobody has moved. */
	let waitingTop = store.state.top > 0 ? store.state.top : undefined;
	/** The record that was shown is the active row, as long as nobody has moved. */
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
		}
		const holds = filter.kind === 'typed' ? boxes(store.state).get(filter.column) : undefined;
		return filterNote(typing, holds, context);
	};
	const anchor = (): Anchor => {
		const active = document.activeElement;
		return active instanceof HTMLElement && root.contains(active) ? active : root;
	};
	/** Where questions about the grid are asked. */
	const upperStart = (): Anchor => {
		const { left, top } = root.getBoundingClientRect();
		return { x: left + 24, y: top + 24 };
	};
	const selected = (column: number | undefined): Selected =>
		cells ? { kind: 'cells', columns: cells } : { kind: 'records', column };
	const line = owned.add(selectionLine(context));
	root.after(line.root);
	const boxes = (now: State) => filterBoxes(now, context.timeZone, (filters) => summaryOf(filters, context));
	const { state } = store;
	const grid = owned.add(
		new Grid(root, gridProvider(context), {
			label: t('Records'),
			t,
			formatCount: formats.count,
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
					// What cells come to does not depend on which of them has the focus.
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
						// Cells go where there are others, as those of a spreadsheet do.
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
			gridMenu: () => [{ kind: 'separator' }, { kind: 'item', label: t('Reset layout'), run: actions.resetLayout }],
			cellMenu: (cell) => cellMenu(context, cell),
		}),
	);
	/** Finds the selected record in the view, without moving to it; where it is no more, the first one is selected. */
	const locate = ({ selection, view, reading }: State) => {
		// What was selected before may be in the part of the file that is still to come.
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
	/** How many records the filters leave is known to the engine only, and changes while the file is read. */
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
				// Before rows are asked for with what the grid shows.
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
					// Sorted, records found since lie between those that are drawn. The grid first has to be as high as they are.
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
		askRecord: () => askForRecord(context, upperStart(), (position) => grid.goToRow(position, { focus: true })),
		askColumn: () => askForColumn(context, upperStart(), (column) => grid.goToColumn(column, { focus: true })),
		dispose: () => owned.dispose(),
	};
}

/** Longer ones are not read in a box. Characters. */
const longestSummary = 200;

/** What the filters of a column ask, in one line. */
function summaryOf(filters: readonly RecordFilter[], { store, t, formats }: Context): string {
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
