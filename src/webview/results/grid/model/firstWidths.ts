import type { GridColumn } from './types';

/** Width of a cell minus the width of its text, in CSS pixels. Headers need more space for a button. */
export const cellPadding = 20;
export const headerPadding = 48;

/**
 * Minimum and maximum initial width of a column in CSS pixels. The minimum leaves space for typing a filter, and the
 * maximum leaves space for other columns.
 */
const narrowest = 72;
const widest = 420;

/** Maximum number of characters to measure. Longer text exceeds the maximum column width in any font. */
const longest = 200;

export interface TextWidths {
	title(text: string): number;
	cell(text: string): number;
}

/** Minimum width in CSS pixels at which long text is readable. */
const readable = 300;
/** Minimum width in CSS pixels at which names can be distinguished. */
const narrowestName = 160;
const visible = 60;

/** Fits columns to their contents. Columns before the first long text are narrowed so that the text is visible. */
export function withFirstWidths(
	columns: readonly GridColumn[],
	getTexts: (column: number) => readonly string[] | undefined,
	widths: TextWidths,
	room: number,
): readonly GridColumn[] {
	const needs = new Map<GridColumn, Need>();
	for (const column of columns) {
		const texts = column.widthFrom === 'default' && !column.hidden ? getTexts(column.id) : undefined;
		if (texts) {
			needs.set(column, needOf(column.title, texts, widths));
		}
	}
	if (needs.size === 0) {
		return columns;
	}
	bringIntoSight(
		columns.filter(({ hidden }) => !hidden),
		needs,
		room,
	);
	return columns.map((column): GridColumn => {
		const need = needs.get(column);
		return need ? { ...column, width: need.width, widthFrom: 'content' } : column;
	});
}

interface Need {
	/** Minimum width in CSS pixels. Numbers and times must fit, because truncated numbers would be misread. */
	readonly least: number;
	readonly isLong: boolean;
	width: number;
}

function needOf(title: string, texts: readonly string[], widths: TextWidths): Need {
	// All digits have the same width, so values that differ only in their digits are measured once.
	const shapes = new Set(texts.map((text) => text.slice(0, longest).replace(/\d/g, '0')));
	const least = Math.max(narrowest, widths.title(title) + headerPadding);
	let all = least;
	for (const shape of shapes) {
		all = Math.max(all, widths.cell(shape) + cellPadding);
	}
	const width = Math.ceil(Math.min(widest, all));
	const isOfWords = texts.some((text) => /\p{L}{2}/u.test(text));
	return {
		least: isOfWords ? Math.ceil(Math.min(width, Math.max(least, narrowestName))) : width,
		isLong: all > widest,
		width,
	};
}

function bringIntoSight(columns: readonly GridColumn[], needs: ReadonlyMap<GridColumn, Need>, room: number): void {
	const at = columns.findIndex((column) => needs.get(column)?.isLong);
	const long = needs.get(columns[at] as GridColumn);
	if (!long) {
		return;
	}
	const before = columns.slice(0, at);
	const taken = (least: boolean) =>
		before.reduce((sum, column) => sum + (needs.get(column)?.[least ? 'least' : 'width'] ?? column.width), 0);
	if (room - taken(true) < visible) {
		return;
	}
	const wanted = Math.max(long.least, readable);
	let over = taken(false) + wanted - room;
	// The column next to the long text shrinks first, because columns further to the left are more important.
	for (const need of before.toReversed().flatMap((column) => needs.get(column) ?? [])) {
		const given = Math.max(0, Math.min(over, need.width - need.least));
		need.width -= given;
		over -= given;
	}
	long.width = Math.ceil(Math.max(wanted, Math.min(long.width, room - taken(false))));
}
