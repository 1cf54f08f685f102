import type { Menus } from '../menus/menus';
import { rowHeaderId } from '../model/columnLayout';
import type { GridPlace } from '../model/navigation';
import type { GridContext } from '../view/gridContext';

export class BodyPointer {
	/** Cell that was active before the user pressed the mouse button, which makes another cell active. */
	private pressedFrom = { row: 0, column: rowHeaderId };

	constructor(
		private readonly grid: GridContext,
		private readonly menus: Menus,
	) {
		const { element } = grid.body;
		const on = (
			type: 'pointerdown' | 'click' | 'dblclick' | 'contextmenu' | 'pointerover',
			listen: (e: MouseEvent, p: GridPlace) => void,
		) =>
			element.addEventListener(
				type,
				(event) => {
					const place = grid.getPlace(event.target);
					if (place) {
						listen(event, place);
					}
				},
				{ signal: grid.signal },
			);
		on('pointerdown', () => {
			this.pressedFrom = grid.model.active;
		});
		on('click', (event, place) => this.onClick(event, place));
		on('dblclick', (_event, place) => this.onOpen(place));
		on('contextmenu', (event, place) => {
			event.preventDefault();
			this.grid.activate(place, { focus: true, reveal: 'no', notify: true });
			this.menus.open(place, { x: event.clientX, y: event.clientY });
		});
		on('pointerover', (_event, place) => this.onHover(place));
	}

	private onClick(event: MouseEvent, place: GridPlace): void {
		const { model } = this.grid;
		const { selection } = model;
		const to = model.columnAt(place.column)?.id ?? rowHeaderId;
		if (event.shiftKey) {
			const { row, column: from } = this.pressedFrom;
			const columns = from === rowHeaderId || to === rowHeaderId ? undefined : { from, to };
			selection.extend(Math.max(0, row), place.row, columns);
		} else if (event.ctrlKey || event.metaKey) {
			selection.toggle(place.row);
		} else if (to === rowHeaderId) {
			selection.selectOnly(place.row);
		} else {
			selection.clear();
		}
		this.grid.activate(place, { focus: true, reveal: 'no', notify: true });
		this.grid.selectionChanged();
	}

	private onOpen(place: GridPlace): void {
		const cell = this.grid.cellAt(place);
		if (cell) {
			this.grid.options.events.opened(cell);
		} else {
			this.grid.loader.retry();
		}
	}

	/** Sets a tooltip only for the cell under the pointer, because screen readers read all tooltips aloud. */
	private onHover(place: GridPlace): void {
		const { body, model } = this.grid;
		const id = model.columnAt(place.column)?.id ?? rowHeaderId;
		const cell = body.cell(place.row, id);
		if (cell && (cell.scrollWidth > cell.clientWidth || cell.scrollHeight > cell.clientHeight)) {
			cell.title = cell.textContent;
		}
	}
}
