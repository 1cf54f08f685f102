import { element } from '../../../common/dom/element';
import { CellMarks } from '../../find/cellMarks';
import { Head } from '../head/head';
import { rowHeaderId, type ShownColumn } from '../model/columnLayout';
import { withFirstWidths } from '../model/firstWidths';
import { GridModel } from '../model/gridModel';
import { layOut } from '../model/layOut';
import { type GridPlace, rowIndexOffset } from '../model/navigation';
import type { GridCell, GridOptions, GridProvider, GridRow } from '../model/types';
import { Viewport } from '../model/viewport';
import { Body } from '../rows/body';
import { cellText } from '../rows/cellText';
import { pageLength } from '../rows/pageCache';
import { PageLoader } from '../rows/pageLoader';
import { FocusKeeper } from './focusKeeper';
import type { Activation, GridContext } from './gridContext';
import { textWidths } from './textWidths';

/** CSS class that VS Code adds to the body of webviews while a screen reader is in use. */
const screenReaderClass = 'vscode-using-screen-reader';

export class GridView implements GridContext {
	readonly id = `grid-${crypto.randomUUID()}`;
	readonly root: HTMLElement;
	readonly model: GridModel;
	readonly viewport: Viewport;
	readonly loader: PageLoader;
	readonly head: Head;
	readonly body: Body;
	private readonly marks = new CellMarks();
	private readonly scroller: HTMLElement;
	private readonly message: HTMLElement;
	private readonly life = new AbortController();
	private frame: number | undefined;
	private shown: readonly ShownColumn[] = [];
	private layoutIsOld = true;
	private readonly focusKeeper: FocusKeeper;
	private notifyWanted = false;
	private notifiedRow = -1;
	private notifiedTop = -1;
	private notifiedLeft = 0;

	constructor(
		host: HTMLElement,
		readonly provider: GridProvider,
		readonly options: GridOptions,
	) {
		const { t } = options;
		this.model = new GridModel(options, provider.count);
		this.head = new Head(t);
		const words = {
			empty: t('empty'),
			failed: t('Failed to load these rows. Press Enter to retry.'),
			number: (row: GridRow, position: number) => options.formatCount(this.numberOf(row, position)),
			broken: (number: string) => t('{0}, malformed', number),
		};
		this.body = new Body(words, this.marks);
		const content = element('div', { class: 'grid-content' }, this.head.element, this.body.element);
		this.scroller = element(
			'div',
			{
				role: 'grid',
				class: 'grid-scroller',
				'aria-label': options.label,
				'aria-description': t('Press Enter to open the record, or Alt+Down to open the menu of the cell or column.'),
				'aria-multiselectable': 'true',
			},
			content,
		);
		this.message = element('div', { class: 'grid-message', hidden: true }, t('No records'));
		this.root = element('div', { class: 'grid' }, this.scroller, this.message);
		this.loader = new PageLoader((request) => provider.rows(request), {
			changed: () => this.redraw(),
			counted: (count) => this.setCount(count),
			failed: (error) => options.events.failed(error),
		});
		this.loader.setCount(provider.count);
		const resized = () => this.layoutChanged();
		this.viewport = new Viewport(this.scroller, content, { scrolled: () => this.redraw(), resized }, this.signal);
		this.focusKeeper = new FocusKeeper(this);
		this.watchBody();
		host.append(this.root);
		this.layOut();
		this.viewport.scrollTo(options.top * this.model.metrics.rowHeight);
		this.viewport.scrollSideways(options.left ?? 0);
		this.draw();
	}

	get signal(): AbortSignal {
		return this.life.signal;
	}

	dispose(): void {
		this.life.abort();
		this.loader.dispose();
		this.marks.dispose();
		cancelAnimationFrame(this.frame ?? 0);
		this.root.remove();
	}

	redraw(): void {
		if (!this.signal.aborted) {
			this.frame ??= requestAnimationFrame(() => {
				this.frame = undefined;
				this.draw();
			});
		}
	}

	layoutChanged(): void {
		this.layoutIsOld = true;
		this.redraw();
	}

	mark(sought: string): void {
		if (sought !== this.marks.sought) {
			this.marks.sought = sought;
			this.redraw();
		}
	}

	markCurrent(position: number | undefined): void {
		if (position !== this.model.current) {
			this.model.current = position;
			this.redraw();
		}
	}

	columnsChanged(): void {
		const columns = this.model.columns.map(({ title, description, filterHint, align, ...state }) => state);
		this.layoutChanged();
		this.options.events.columnsChanged(columns);
	}

	selectionChanged(): void {
		this.redraw();
		this.options.events.selected(this.model.selection.ranges, this.model.selectedColumns);
	}

	setCount(count: number): void {
		this.model.setCount(count);
		this.layoutChanged();
		this.options.events.counted(count);
	}

	shownWidth(column: number): number {
		this.bringLayoutUpToDate();
		return this.model.shownWidth(column);
	}

	activate(place: GridPlace, { focus, reveal, notify }: Activation): void {
		const { model, viewport } = this;
		this.bringLayoutUpToDate();
		const before = model.active.column;
		model.active = { row: place.row, column: model.columnAt(place.column)?.id ?? before };
		if (model.active.column !== before) {
			this.options.events.columnActivated(model.column(model.active.column)?.id);
		}
		if (reveal !== 'no') {
			this.revealRow(place.row, reveal === 'middle');
			viewport.scrollSideways(model.layout.reveal(place.column, viewport.left));
		}
		this.notifyWanted ||= notify && place.row >= 0;
		if (this.holdsFocus) {
			this.focusKeeper.keep();
		}
		if (focus) {
			this.focusKeeper.want();
			// Renders immediately, because the user may press another key before the next animation frame. The active cell
			// must have the focus by then to receive the key.
			this.draw();
		} else {
			this.redraw();
		}
	}

	focus(): void {
		this.focusKeeper.wantCellItself();
		this.draw();
	}

	/** Cancels a pending notification about the active row, because the user did not select this row. */
	forgetReported(): void {
		this.notifyWanted = false;
		this.notifiedRow = -1;
	}

	private numberOf(row: GridRow, position: number): number {
		return (this.options.numbered === 'inView' ? position : row.number) + 1;
	}

	cellAt({ row, column }: GridPlace): GridCell | undefined {
		const content = row >= 0 ? this.loader.content(row) : undefined;
		const shown = this.model.columnAt(column);
		if (content?.kind !== 'row' || !shown) {
			return undefined;
		}
		const text = shown.column
			? (content.row.cells[content.cellOf.get(shown.id) ?? -1] ?? '')
			: String(this.numberOf(content.row, row));
		return { position: row, row: content.row, column: shown.column?.id, text };
	}

	getPlace(target: EventTarget | null): GridPlace | undefined {
		const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
		const row = cell?.closest('[role=row]');
		return cell && row && this.root.contains(row)
			? { row: Number(row.ariaRowIndex) - rowIndexOffset, column: Number(cell.ariaColIndex) - 1 }
			: undefined;
	}

	get holdsFocus(): boolean {
		return this.focusKeeper.holdsFocus;
	}

	private draw(): void {
		const heldFocus = this.holdsFocus;
		this.fitNewColumns();
		this.bringLayoutUpToDate();
		const { model, viewport, loader } = this;
		this.shown = this.columnsToDraw();
		this.head.draw(this.shown, model);
		const seen = this.body.draw({
			top: viewport.top,
			viewport: viewport.height,
			rowHeight: model.metrics.rowHeight,
			count: model.count,
			shown: this.shown,
			active: model.active.row >= 0 ? model.active : undefined,
			current: model.current,
			content: (position) => loader.content(position),
			selected: (position) => model.selection.has(position),
			selectedCells: model.selectedCells,
		});
		loader.want(seen.first, Math.max(seen.end, seen.first + 1), model.count, model.active.row);
		this.scroller.ariaBusy = loader.answered ? null : 'true';
		this.message.hidden = model.count > 0 || !loader.answered;
		if (heldFocus && !this.holdsFocus) {
			this.focusKeeper.keep();
		}
		this.focusKeeper.give();
		this.notifyOwner(seen.first);
	}

	private fitNewColumns(): void {
		const { model, loader, viewport } = this;
		const header = this.head.header(rowHeaderId)?.element;
		if (
			!header ||
			!loader.answered ||
			!model.columns.some(({ widthFrom, hidden }) => widthFrom === 'default' && !hidden)
		) {
			return;
		}
		const top = Math.floor(viewport.top / model.metrics.rowHeight);
		const contents = Array.from({ length: Math.min(pageLength, model.count) }, (_, index) =>
			loader.content(top + index),
		);
		const rows = contents.flatMap((content) => (content.kind === 'row' ? [content] : []));
		const getTexts = (column: number) => {
			const known = rows.flatMap(({ row, cellOf }) => {
				const cell = cellOf.get(column);
				return cell === undefined ? [] : [cellText(row.cells[cell] ?? '')];
			});
			return known.length > 0 || model.count === 0 ? known : undefined;
		};
		this.bringLayoutUpToDate();
		const room = viewport.width - model.layout.startOf(1);
		const columns = withFirstWidths(model.columns, getTexts, textWidths(header, this.body.element), room);
		if (columns !== model.columns) {
			model.columns = columns;
			this.columnsChanged();
		}
	}

	private bringLayoutUpToDate(): void {
		if (this.layoutIsOld) {
			this.layOut();
		}
	}

	private layOut(): void {
		this.layoutIsOld = false;
		layOut(this.root, this.scroller, this.model, this.viewport, this.options.formatCount);
		const { columns } = this.model.layout;
		this.loader.setColumns(columns.flatMap(({ column }) => (column ? [column.id] : [])));
	}

	/** Returns the same array if nothing has changed, so that rows don't render their cells again. */
	private columnsToDraw(): readonly ShownColumn[] {
		const { layout, active, drawsAllColumns } = this.model;
		const columns = drawsAllColumns ? layout.columns : layout.within(this.viewport.left, active.column);
		const same = columns.length === this.shown.length && columns.every((column, index) => column === this.shown[index]);
		return same ? this.shown : columns;
	}

	private revealRow(row: number, inMiddle: boolean): void {
		const { viewport } = this;
		const { rowHeight } = this.model.metrics;
		const top = row * rowHeight;
		const isSeen = top >= viewport.top && top + rowHeight <= viewport.top + viewport.height;
		if (row < 0 || isSeen) {
			return;
		}
		if (inMiddle) {
			viewport.scrollTo(top - (viewport.height - rowHeight) / 2);
		} else {
			viewport.scrollTo(top < viewport.top ? top : top + rowHeight - viewport.height);
		}
	}

	private notifyOwner(top: number): void {
		const cell = this.notifyWanted ? this.cellAt(this.model.place) : undefined;
		if (cell) {
			this.notifyWanted = false;
			if (cell.position !== this.notifiedRow) {
				this.notifiedRow = cell.position;
				this.options.events.activated(cell);
			}
		}
		const { left } = this.viewport;
		if (top !== this.notifiedTop || left !== this.notifiedLeft) {
			this.notifiedTop = top;
			this.notifiedLeft = left;
			this.options.events.scrolled(top, left);
		}
	}

	private watchBody(): void {
		const read = () => {
			this.model.drawsAllColumns = document.body.classList.contains(screenReaderClass);
			// A theme can change the font, which changes the layout.
			this.layoutChanged();
		};
		const observer = new MutationObserver(read);
		observer.observe(document.body, { attributes: true, attributeFilter: ['class'] });
		this.signal.addEventListener('abort', () => observer.disconnect());
		read();
	}
}
