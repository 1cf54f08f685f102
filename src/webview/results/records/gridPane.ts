import { DisposableOwner } from '../../../shared/disposables';
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
import type { FilterBox, FilterNote, GridFilter, GridOptions } from '../grid/model/types';
import type { Selection, State } from '../state/viewState';
import { cellMenu } from './cellMenu';
import { copyCell } from './copyCell';
import { openFilterHelp } from './filterHelp';
import { filterNote } from './filterNote';
import { filterBoxes, typedFilter } from './filterRow';
import { promptForColumn, promptForRecord } from './goTo';
import { gridColumns, toLayout } from './gridColumns';
import { gridProvider } from './gridProvider';
import { selectionLine } from './selectionLine';

interface GridPaneActions {
	openRecord(): void;
	openValues(column: number, anchor: Anchor): void;
	editFilters(column: number, anchor: Anchor): void;
	resetLayout(): void;
}

/** Synchronizes the grid with the state. `root` must already be in the document. */
export class GridPane extends DisposableOwner {
	private readonly locating = this.owned.add(new Latest());
	private readonly counting = this.owned.add(new Latest());
	private readonly line: ReturnType<typeof selectionLine>;
	private readonly grid: Grid;
	private ranges: readonly PositionRange[] = [];
	/** Columns of the selected cells. Undefined if whole rows are selected. */
	private cells: readonly number[] | undefined;
	private columnsOfGrid: State['columns'];
	/** Scroll position to restore when enough of the file has been read. Undefined once the user has scrolled. */
	private waitingTop: number | undefined;
	/** Whether to activate the previously active record again. Becomes false when the user moves to another record. */
	private comesBack: boolean;

	constructor(
		private readonly context: Context,
		private readonly root: HTMLElement,
		private readonly actions: GridPaneActions,
	) {
		super();
		const { store } = context;
		const { state } = store;
		this.columnsOfGrid = state.columns;
		this.waitingTop = state.top > 0 ? state.top : undefined;
		this.comesBack = state.selection !== undefined;
		for (const type of ['wheel', 'pointerdown', 'keydown'] as const) {
			this.owned.add(listen(root, type, () => this.onInput(type === 'wheel')));
		}
		this.line = this.owned.add(selectionLine(context));
		root.after(this.line.root);
		this.grid = this.owned.add(new Grid(root, gridProvider(context), this.gridOptions(state)));
		if (state.count === undefined) {
			this.recount(state);
		}
		this.locate(state);
		this.owned.add(store.subscribe((now, before) => this.update(now, before)));
	}

	get selectedRanges(): readonly PositionRange[] {
		return this.ranges;
	}

	get activeColumn(): number | undefined {
		return this.grid.activeColumn;
	}

	select({ number, position }: Selection): void {
		this.context.store.dispatch({ kind: 'selected', selection: { number, position } });
		if (position !== undefined) {
			this.grid.goToRow(position);
		}
	}

	/** Shows a record, and scrolls to the column unless the column is hidden. */
	goTo(position: number, column: number): void {
		const { columns } = this.context.store.state;
		if (columns.some((layout) => layout.column === column && !layout.hidden)) {
			this.grid.goToColumn(column);
		}
		this.grid.goToRow(position);
	}

	focus(): void {
		this.grid.focus();
	}

	focusFilters(): void {
		this.grid.focusFilters();
	}

	promptRecord(): void {
		promptForRecord(this.context, this.promptAnchor(), (position) => this.grid.goToRow(position, { focus: true }));
	}

	promptColumn(): void {
		promptForColumn(this.context, this.promptAnchor(), (column) => this.grid.goToColumn(column, { focus: true }));
	}

	private gridOptions(state: State): GridOptions {
		const { context } = this;
		const { t, formats } = context;
		const { info, columns, focus } = state;
		return {
			label: t('Records'),
			t,
			formatCount: formats.count,
			plural: formats.plural,
			formatShare: formats.share,
			announce: context.announce,
			columns: gridColumns(state, context),
			sort: state.view.sort,
			filters: this.boxes(state),
			density: state.density,
			...(info.naturalOrder && { numbered: 'inView' }),
			top: state.top,
			left: state.left,
			activeColumn: columns.find(({ column, hidden }) => !hidden && info.columns[column]?.name === focus?.column)
				?.column,
			events: this.gridEvents(),
			gridMenu: () => [
				{ kind: 'separator' },
				{ kind: 'item', label: t('Reset Layout'), run: this.actions.resetLayout },
			],
			cellMenu: (cell) => cellMenu(context, cell),
		};
	}

	private gridEvents(): GridOptions['events'] {
		const { context, actions } = this;
		const { store } = context;
		return {
			sorted: (sort) => store.dispatch({ kind: 'sorted', sort }),
			filtered: (filter) => this.onFilter(filter),
			filterHelpWanted: (button) => openFilterHelp(context, button),
			columnsChanged: (columns) => {
				this.columnsOfGrid = columns.map(toLayout);
				store.dispatch({ kind: 'columnsLaidOut', columns: this.columnsOfGrid });
			},
			selected: (ranges, columns) => {
				this.ranges = ranges;
				this.cells = columns;
				this.showSelection(this.grid.activeColumn);
			},
			columnActivated: (column) => {
				// The summary of selected cells stays the same when the active column changes.
				if (!this.cells) {
					this.showSelection(column);
				}
			},
			activated: ({ row, position }) =>
				store.dispatch({ kind: 'selected', selection: { number: row.number, position } }),
			opened: () => actions.openRecord(),
			copied: (what) => this.onCopy(what),
			groupedBy: (column) => {
				store.dispatch({ kind: 'groupKeyChosen', key: { kind: 'column', column } });
				store.dispatch({ kind: 'paneToggled', pane: 'groups', shown: true });
			},
			topValuesWanted: (column) => actions.openValues(column, this.menuAnchor()),
			filterEditWanted: (column) => actions.editFilters(column, this.menuAnchor()),
			counted: (count) => store.dispatch({ kind: 'counted', view: store.state.view, count }),
			scrolled: (top, left) => {
				if (this.waitingTop === undefined) {
					store.dispatch({ kind: 'scrolled', top, left });
				}
			},
			failed: context.fail,
		};
	}

	private onInput(isWheel: boolean): void {
		this.waitingTop = undefined;
		this.comesBack &&= isWheel;
	}

	private onFilter(filter: GridFilter): FilterNote | undefined {
		const { store, timeZone } = this.context;
		const typing = typedFilter(store.state, filter, timeZone);
		if (typing.kind === 'filters') {
			store.dispatch({ kind: 'filtersSet', filters: typing.filters });
			return undefined;
		}
		const holds = filter.kind === 'typed' ? this.boxes(store.state).get(filter.column) : undefined;
		return filterNote(typing, holds, this.context);
	}

	private onCopy(what: Parameters<GridOptions['events']['copied']>[0]): void {
		const { context } = this;
		const { state } = context.store;
		if (what.kind === 'cell') {
			copyCell(context, what.cell);
			return;
		}
		requestCopyOrSave(context, 'copy', {
			view: state.view,
			positions: what.ranges,
			columns: what.columns ?? matchingColumns(state, 'visible'),
			format: 'tsv',
			spreadsheetSafe: false,
			// As in a spreadsheet, copied cells have no header.
			header: what.columns === undefined,
		});
	}

	private boxes(state: State): ReadonlyMap<number, FilterBox> {
		const { context } = this;
		return filterBoxes(state, context.timeZone, (filters) => getSummary(filters, context));
	}

	private showSelection(column: number | undefined): void {
		const { ranges, cells } = this;
		this.line.show(ranges, cells ? { kind: 'cells', columns: cells } : { kind: 'records', column });
	}

	private menuAnchor(): Anchor {
		const active = document.activeElement;
		return active instanceof HTMLElement && this.root.contains(active) ? active : this.root;
	}

	private promptAnchor(): Anchor {
		const { left, top } = this.root.getBoundingClientRect();
		return { x: left + 24, y: top + 24 };
	}

	private update(now: State, before: State): void {
		const { grid } = this;
		const areColumnsNew = now.columns !== before.columns && now.columns !== this.columnsOfGrid;
		if (now.info.columns !== before.info.columns || areColumnsNew) {
			// Columns are updated first, because requests for rows contain the visible columns.
			grid.setColumns(gridColumns(now, this.context));
		}
		if (now.view !== before.view) {
			this.comesBack = false;
			grid.reload({ sort: now.view.sort, filters: this.boxes(now) });
			this.locate(now);
		} else if (now.info !== before.info) {
			this.updateCount(now);
		}
		if (now.reading.kind !== 'reading' && before.reading.kind === 'reading') {
			this.finishReading(now);
		}
		if (now.selection !== before.selection) {
			grid.markCurrent(now.selection?.position);
			this.placeSelection();
		}
		if (now.sought !== before.sought) {
			grid.mark(now.sought);
		}
		if (now.density !== before.density) {
			grid.setDensity(now.density);
		}
	}

	private updateCount(state: State): void {
		if (state.view.filters.length > 0) {
			this.recount(state);
		} else if (state.count !== undefined) {
			this.grid.setCount(state.count);
		}
	}

	private finishReading(state: State): void {
		const { waitingTop } = this;
		if (state.view.sort.length > 0 || waitingTop !== undefined) {
			// New records can be anywhere in a sorted view, so the rows are reloaded. The grid has its new height only in the
			// next frame.
			const top = waitingTop ?? state.top;
			requestAnimationFrame(() => {
				this.grid.reload({ top });
				this.placeSelection();
			});
		}
		this.waitingTop = undefined;
		this.locate(state);
	}

	/** Finds the selected record without scrolling. If it isn't in the view, selects the first record. */
	private locate({ selection, view, reading }: State): void {
		const { store, host, fail } = this.context;
		// The record may be in a part of the file that has not been read yet.
		if (selection?.position !== undefined || (selection && reading.kind === 'reading')) {
			return;
		}
		this.locating.run(async (signal) => {
			const position = selection && (await host.call('positionOf', { view, number: selection.number }, { signal }));
			if (selection && position !== undefined) {
				store.dispatch({ kind: 'selected', selection: { number: selection.number, position } });
				return;
			}
			const first = { view, start: 0, end: 1, columns: [], cellLength: 0 };
			const row = (await host.call('page', first, { signal })).rows[0];
			store.dispatch({ kind: 'selected', selection: row && { number: row.number, position: 0 } });
		}, fail);
	}

	/** Requests the number of matching records from the engine, because the number grows while the file is being read. */
	private recount({ view }: State): void {
		const { store, host, fail } = this.context;
		this.counting.run(async (signal) => {
			const { count } = await host.call('page', { view, start: 0, end: 0, columns: [], cellLength: 0 }, { signal });
			store.dispatch({ kind: 'counted', view, count });
			this.grid.setCount(count);
		}, fail);
	}

	private placeSelection(): void {
		const { selection } = this.context.store.state;
		if (this.comesBack && selection?.position !== undefined) {
			this.grid.place(selection.position);
		}
	}
}

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
