import type { GridColumn } from './types';

/** Room around a text in a cell, and in a header with its button, in CSS pixels. */
export const cellPadding = 20;
export const headerPadding = 48;

/** Leaves room for something to be typed into the filter, and for other columns beside a long text. CSS pixels. */
const narrowest = 72;
const widest = 420;

/** More of a text is wider than the widest column, whatever its font. Characters. */
const longest = 200;

/** How wide a text is on one line, in CSS pixels. */
export interface TextWidths {
	title(text: string): number;
	cell(text: string): number;
}

/**
 * Columns whose width nobody has decided, as wide as their title and their texts need; others as they are.
 *
 * @param textsOf What stands in a column now; undefined while that is not known.
 * @returns The same list where no column is changed.
 */
export function withFirstWidths(
	columns: readonly GridColumn[],
	textsOf: (column: number) => readonly string[] | undefined,
	widths: TextWidths,
): readonly GridColumn[] {
	const fitted = columns.map((column): GridColumn => {
		const texts = column.widthFrom === 'default' && !column.hidden ? textsOf(column.id) : undefined;
		return texts ? { ...column, width: firstWidth(column.title, texts, widths), widthFrom: 'content' } : column;
	});
	return fitted.some((column, index) => column !== columns[index]) ? fitted : columns;
}

function firstWidth(title: string, texts: readonly string[], widths: TextWidths): number {
	// Digits are all of one width in a cell, so numbers and times differ by their length only.
	const shapes = new Set(texts.map((text) => text.slice(0, longest).replace(/\d/g, '0')));
	let width = Math.max(narrowest, widths.title(title) + headerPadding);
	for (const shape of shapes) {
		width = Math.max(width, widths.cell(shape) + cellPadding);
	}
	return Math.ceil(Math.min(widest, width));
}
