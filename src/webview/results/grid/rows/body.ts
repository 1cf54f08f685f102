import { element } from '../../../common/dom/element';
import type { CellMarks } from '../../find/cellMarks';
import type { ShownColumn } from '../model/columnLayout';
import type { Cell } from './cell';
import type { Content } from './pageLoader';
import { Recycler } from './recycler';
import { Row, type RowWords } from './row';

/** Rows beyond what is seen, on each side: readers of the screen step to them. */
const overscan = 2;

/** Rows are placed from an anchor near them: far from it, floating point would make them tremble. Rows. */
const anchorReach = 1000;

interface BodyState {
	readonly top: number;
	/** CSS pixels. */
	readonly viewport: number;
	readonly rowHeight: number;
	readonly count: number;
	readonly shown: readonly ShownColumn[];
	/** Position and id of the column; the row is drawn wherever it is, so that it never loses the focus. */
	readonly active: { readonly row: number; readonly column: number } | undefined;
	/** Position of the row whose record is shown elsewhere. */
	readonly current: number | undefined;
	content(position: number): Content;
	selected(position: number): boolean;
	/** Indices of the columns whose cells are selected in these rows, the last one exclusive; undefined for all. */
	readonly selectedCells: { readonly from: number; readonly to: number } | undefined;
}

/** Positions, the last one exclusive. */
interface Window {
	readonly first: number;
	readonly end: number;
}

/** The rows. What holds them stays in view while the page scrolls; they are put where they belong at every frame. */
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

	/** Cells of a column that are drawn. */
	cellsOf(column: number): readonly Cell[] {
		return [...this.rows.entries()].flatMap(([, row]) => row.cell(column) ?? []);
	}

	/** @returns the positions on screen */
	draw(state: BodyState): Window {
		const seen = seenWindow(state);
		const first = Math.max(0, seen.first - overscan);
		const end = Math.min(state.count, seen.end + overscan);
		if (Math.abs(first - this.anchor) > anchorReach) {
			this.anchor = first;
		}
		const positions = Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index);
		const kept = state.active?.row ?? -1;
		if (kept >= 0 && kept < state.count && (kept < first || kept >= end)) {
			positions.splice(kept < first ? 0 : positions.length, 0, kept);
		}
		this.rows.arrange(positions);
		const anchorTop = this.anchor * state.rowHeight;
		this.holder.style.setProperty('transform', `translateY(${wholeDevicePixels(anchorTop - state.top)}px)`);
		for (const [position, row] of this.rows.entries()) {
			// A row that is only kept for its focus waits just out of sight.
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
	// One more than fits, whether or not the first is cut: the number of rows then stays the same while scrolling.
	return { first, end: Math.min(count, first + Math.ceil(viewport / rowHeight) + 1) };
}

function wholeDevicePixels(length: number): number {
	return Math.round(length * devicePixelRatio) / devicePixelRatio;
}
