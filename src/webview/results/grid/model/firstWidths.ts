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

/** So much of a long text can be read, and it is out of sight below the other. CSS pixels. */
const readable = 300;
/** Names are told apart by so much. CSS pixels. */
const narrowestName = 160;
const visible = 60;

/**
 * Columns whose width nobody has decided, as wide as their title and their texts need; others as they are. The first long
 * text is to be in sight, so it takes what room there is, and what stands before it gives way.
 *
 * @param textsOf What stands in a column now; undefined while that is not known.
 * @param room For all columns, in CSS pixels.
 * @returns The same list where no column is changed.
 */
export function withFirstWidths(
	columns: readonly GridColumn[],
	textsOf: (column: number) => readonly string[] | undefined,
	widths: TextWidths,
	room: number,
): readonly GridColumn[] {
	const needs = new Map<GridColumn, Need>();
	for (const column of columns) {
		const texts = column.widthFrom === 'default' && !column.hidden ? textsOf(column.id) : undefined;
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
	/** Down to which it may give way: a number or a time that is cut is another one. CSS pixels. */
	readonly least: number;
	/** Of which not all is seen in any case. */
	readonly isLong: boolean;
	/** CSS pixels. */
	width: number;
}

function needOf(title: string, texts: readonly string[], widths: TextWidths): Need {
	// Digits are all of one width in a cell, so numbers and times differ by their length only.
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
	// The one beside it first: what comes before tells more.
	for (const need of before.toReversed().flatMap((column) => needs.get(column) ?? [])) {
		const given = Math.max(0, Math.min(over, need.width - need.least));
		need.width -= given;
		over -= given;
	}
	long.width = Math.ceil(Math.max(wanted, Math.min(long.width, room - taken(false))));
}
