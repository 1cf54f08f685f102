import { element } from '../../../common/dom/element';
import type { Anchor } from '../../../common/dom/popover';
import type { HeaderCell } from '../head/headerCell';
import type { ColumnActions } from '../menus/columnActions';
import { rowHeaderId } from '../model/columnLayout';
import { placeOfColumn } from '../model/columnState';
import { type GridPlace, headerRow } from '../model/navigation';
import type { GridContext } from '../view/gridContext';
import { type Drag, followPointer } from './pointerDrag';

/** Distance from the edge in CSS pixels within which dragging a column scrolls the grid. */
const edgeReach = 32;
const edgeScroll = 24;

export class HeadPointer {
	private readonly marker = element('div', { class: 'grid-drop-marker', hidden: true });
	private dragged = false;

	constructor(
		private readonly grid: GridContext,
		private readonly actions: ColumnActions,
		private readonly openMenu: (place: GridPlace, anchor: Anchor) => void,
	) {
		const { root, head, signal } = grid;
		root.append(this.marker);
		const on = <T extends MouseEvent>(type: string, listen: (event: T, cell: HeaderCell, column: number) => void) =>
			head.element.addEventListener(
				type,
				(event) => {
					const cell = event.target instanceof Element ? head.headerOf(event.target) : undefined;
					if (cell?.shown) {
						listen(event as T, cell, cell.shown.id);
					}
				},
				{ signal },
			);
		on<PointerEvent>('pointerdown', (event, cell, column) => this.onPress(event, cell, column));
		on('click', (event, cell, column) => this.onClick(event, cell, column));
		on('dblclick', (event, cell, column) => {
			if (event.target === cell.edge) {
				this.actions.fit(column);
			}
		});
		on('contextmenu', (event, _cell, column) => {
			event.preventDefault();
			this.openMenu(this.getPlace(column), { x: event.clientX, y: event.clientY });
		});
	}

	private onPress(event: PointerEvent, cell: HeaderCell, column: number): void {
		this.dragged = false;
		if (event.button !== 0 || column === rowHeaderId || cell.menuButton.contains(event.target as Node)) {
			return;
		}
		const begin = event.target === cell.edge ? this.resize(event, column) : this.reorder(column);
		followPointer(event, cell.element, () => {
			this.dragged = true;
			return begin();
		});
	}

	private onClick(event: MouseEvent, cell: HeaderCell, column: number): void {
		const place = this.getPlace(column);
		this.grid.activate(place, { focus: true, reveal: 'no', notify: false });
		if (this.dragged || event.target === cell.edge) {
			return;
		}
		if (cell.menuButton.contains(event.target as Node) || column === rowHeaderId) {
			const box = cell.element.getBoundingClientRect();
			this.openMenu(place, { x: box.left, y: box.bottom });
		} else {
			this.actions.sort(column, event.shiftKey);
		}
	}

	private resize(pressed: PointerEvent, column: number): () => Drag {
		const { model, viewport } = this.grid;
		return () => {
			const before = this.grid.shownWidth(column);
			const direction = viewport.rightToLeft ? -1 : 1;
			return {
				moved: (x) => this.actions.setWidth(column, before + (x - pressed.clientX) * direction, false),
				ended: (taken) => this.actions.setWidth(column, taken ? (model.column(column)?.width ?? before) : before, true),
			};
		};
	}

	private reorder(column: number): () => Drag {
		const { model, viewport, head } = this.grid;
		return () => {
			const from = placeOfColumn(model.columns, column);
			let drop = from;
			this.marker.hidden = false;
			head.element.classList.add('dragging');
			return {
				moved: (x) => {
					const at = viewport.fromStart(x);
					const inwards = at < model.layout.frozenWidth + edgeReach ? -1 : at > viewport.width - edgeReach ? 1 : 0;
					if (inwards !== 0 && model.column(column)?.pinned === false) {
						viewport.scrollSideways(Math.max(0, viewport.left + inwards * edgeScroll));
					}
					drop = model.layout.dropIndex(at, viewport.left);
					this.marker.style.setProperty('inset-inline-start', `${model.layout.dropMarker(drop, viewport.left)}px`);
				},
				ended: (taken) => {
					this.marker.hidden = true;
					head.element.classList.remove('dragging');
					if (taken) {
						// The moved column is removed first. If it was before the target, the target's index decreases by one.
						this.actions.move(column, drop > from ? drop - 1 : drop);
					}
				},
			};
		};
	}

	private getPlace(column: number): GridPlace {
		return { row: headerRow, column: this.grid.model.indexOf(column) };
	}
}
