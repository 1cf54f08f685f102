import { element } from '../../../common/dom/element';
import type { CellMarks } from '../../find/cellMarks';
import type { ShownColumn } from '../model/columnLayout';
import type { Cell } from './cell';
import type { Content } from './pageLoader';
import { Recycler } from './recycler';
import { Row, type RowWords } from './row';

/** Number of rows that are rendered above and below the visible area. Screen readers can move only to rendered rows. */
const overscan = 2;

/** Maximum distance, in rows, of a row from the origin of its coordinates. Rounding makes more distant rows jitter. */
const anchorReach = 1000;

interface BodyState {
	readonly top: number;
	/** Height of the visible area, in CSS pixels. */
	readonly viewport: number;
	readonly rowHeight: number;
	readonly count: number;
	readonly shown: readonly ShownColumn[];
	/**
	 * Row position and column ID of the active cell. The row is always rendered, so that the cell never loses the focus.
	 */
	readonly active: { readonly row: number; readonly column: number } | undefined;
	readonly current: number | undefined;
	content(position: number): Content;
	selected(position: number): boolean;
	/** Range of column indexes with selected cells (`to` is exclusive). Undefined if whole rows are selected. */
	readonly selectedCells: { readonly from: number; readonly to: number } | undefined;
}

/** Range of row positions. `end` is exclusive. */
interface Window {
	readonly first: number;
	readonly end: number;
}

export class Body {
	readonly element: HTMLElement;
	private readonly holder = element('div', { class: 'grid-rows' });
	private readonly rows: Recycler<number, Row>;
	private anchor = 0;

	constructor(
		words: RowWords,
		private readonly marks: CellMarks,
	) {
		this.element = element('div', { role: 'rowgroup', class: 'grid-body' }, this.holder);
		this.rows = new Recycler(this.holder, () => new Row(words, marks));
	}

	cell(position: number, column: number): HTMLElement | undefined {
		return this.rows.get(position)?.cell(column)?.element;
	}

	cellsOf(column: number): readonly Cell[] {
		return [...this.rows.entries()].flatMap(([, row]) => row.cell(column) ?? []);
	}

	draw(state: BodyState): Window {
		const seen = seenWindow(state);
		const first = Math.max(0, seen.first - overscan);
		const end = Math.min(state.count, seen.end + overscan);
		if (Math.abs(first - this.anchor) > anchorReach) {
			this.anchor = first;
		}
		const positions = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
		const retained = state.active?.row ?? -1;
		if (retained >= 0 && retained < state.count && (retained < first || retained >= end)) {
			positions.splice(retained < first ? 0 : positions.length, 0, retained);
		}
		this.rows.arrange(positions);
		const anchorTop = this.anchor * state.rowHeight;
		this.holder.style.setProperty('transform', `translateY(${wholeDevicePixels(anchorTop - state.top)}px)`);
		for (const [position, row] of this.rows.entries()) {
			// If the active row is out of view, it is rendered only to keep the focus. It is then placed just outside the
			// visible area.
			const near = Math.max(first - 1, Math.min(position, end));
			row.placeAt((near - this.anchor) * state.rowHeight);
			row.draw({
				position,
				content: state.content(position),
				shown: state.shown,
				selected: !state.selected(position) ? 'no' : (state.selectedCells ?? 'all'),
				active: state.active?.row === position ? state.active.column : undefined,
				current: state.current === position,
				sought: this.marks.sought,
			});
		}
		return seen;
	}
}

function seenWindow({ top, viewport, rowHeight, count }: BodyState): Window {
	const first = Math.floor(top / rowHeight);
	// Includes one more row than fits, so that the number of rows is constant while scrolling.
	return { first, end: Math.min(count, first + Math.ceil(viewport / rowHeight) + 1) };
}

function wholeDevicePixels(length: number): number {
	return Math.round(length * devicePixelRatio) / devicePixelRatio;
}
