import { element } from '../../../common/dom/element';
import type { CellMarks } from '../../find/cellMarks';
import { rowHeaderId, type ShownColumn } from '../model/columnLayout';
import { rowIndexOffset } from '../model/navigation';
import type { GridRow } from '../model/types';
import { Cell } from './cell';
import type { Content } from './pageLoader';
import { Recycler } from './recycler';

type Selected = 'all' | 'no' | { readonly from: number; readonly to: number };

interface RowState {
	readonly position: number;
	readonly content: Content;
	/** Columns to render. The array stays the same as long as the columns don't change. */
	readonly shown: readonly ShownColumn[];
	/** Selected cells of the row: all, none, or a range of column indexes (`to` is exclusive). */
	readonly selected: Selected;
	readonly active: number | undefined;
	/** Whether the record details show this row's record. */
	readonly current: boolean;
	readonly sought: string;
}

export interface RowWords {
	readonly empty: string;
	readonly failed: string;
	number(row: GridRow, position: number): string;
	broken(number: string): string;
}

export class Row {
	readonly element = element('div', { role: 'row', class: 'grid-row' });
	private readonly cells: Recycler<number, Cell>;
	private drawn: RowState | undefined;
	private offset: number | undefined;

	constructor(
		private readonly words: RowWords,
		marks: CellMarks,
	) {
		this.cells = new Recycler(this.element, (id) => new Cell(id, words.empty, marks));
	}

	cell(column: number): Cell | undefined {
		return this.cells.get(column);
	}

	/** @param offset Distance from the top of the container, in CSS pixels. */
	placeAt(offset: number): void {
		if (this.offset !== offset) {
			this.offset = offset;
			this.element.style.setProperty('transform', `translateY(${offset}px)`);
		}
	}

	draw(state: RowState): void {
		const before = this.drawn;
		this.drawn = state;
		if (before?.position !== state.position) {
			this.element.ariaRowIndex = String(state.position + rowIndexOffset);
			this.element.classList.toggle('odd', state.position % 2 === 1);
		}
		const newSelection = !before || !sameSelected(before.selected, state.selected);
		if (newSelection) {
			this.element.ariaSelected = String(state.selected === 'all');
		}
		if ((before?.current ?? false) !== state.current) {
			this.element.ariaCurrent = state.current ? 'true' : null;
		}
		const newCells = before?.shown !== state.shown;
		if (newCells) {
			this.cells.arrange(state.shown.map(({ id }) => id));
			for (const shown of state.shown) {
				this.cells.get(shown.id)?.place(shown);
			}
		}
		if (newCells || newSelection) {
			const { selected } = state;
			for (const { id, index } of state.shown) {
				const isSelected = typeof selected === 'object' && selected.from <= index && index < selected.to;
				this.cells.get(id)?.setSelected(isSelected);
			}
		}
		if (newCells || before?.active !== state.active) {
			for (const [id, cell] of this.cells.entries()) {
				cell.setActive(id === state.active);
			}
			this.element.classList.toggle('active', state.active !== undefined);
		}
		if (newCells || before?.position !== state.position || !sameContent(before.content, state.content)) {
			this.show(state.content, newCells || before?.position !== state.position);
		}
		if (newCells || before?.sought !== state.sought) {
			for (const [id, cell] of this.cells.entries()) {
				// Row numbers are not part of the records, so matches in them are not highlighted.
				if (id !== rowHeaderId) {
					cell.mark();
				}
			}
		}
	}

	private show(content: Content, moved: boolean): void {
		this.element.ariaBusy = content.kind === 'waiting' ? 'true' : null;
		if (content.kind === 'waiting' && !moved) {
			// While the row is reloading, its previous values remain visible but dimmed.
			return;
		}
		const broken = content.kind === 'row' && content.row.broken;
		this.element.classList.toggle('broken', broken);
		this.element.classList.toggle('failed', content.kind === 'failed');
		this.element.classList.toggle('blank', content.kind !== 'row');
		let failure = content.kind === 'failed' ? this.words.failed : undefined;
		for (const [id, cell] of this.cells.entries()) {
			if (content.kind !== 'row') {
				const value = id === rowHeaderId ? undefined : failure;
				cell.show(value);
				failure = value === undefined ? failure : undefined;
			} else if (id === rowHeaderId) {
				const number = this.words.number(content.row, this.drawn?.position ?? 0);
				cell.show(number);
				cell.element.ariaLabel = broken ? this.words.broken(number) : null;
			} else {
				cell.show(content.row.cells[content.cellOf.get(id) ?? -1] ?? '');
			}
		}
	}
}

function sameSelected(one: Selected, other: Selected): boolean {
	return typeof one === 'object' && typeof other === 'object'
		? one.from === other.from && one.to === other.to
		: one === other;
}

function sameContent(one: Content, other: Content): boolean {
	return one.kind === 'row' ? other.kind === 'row' && one.row === other.row : one.kind === other.kind;
}
