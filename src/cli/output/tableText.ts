import { cutEnd, cutMiddle, cutStart, widthOf } from './cellWidth';

const gap = '  ';
/** Minimum width of a truncated cell. If a table still doesn't fit, each row is printed on several lines. */
const minCellWidth = 10;
/** Matches a path, possibly followed by a line number. */
const path = /^(?:[^\s\\/]*[\\/])+[^\s\\/]+$/;

interface TextTable {
	readonly head: readonly string[];
	readonly rows: readonly (readonly string[])[];
	readonly isText: readonly boolean[];
}

/** Formats a table with the given width. Truncates text, but not numbers or the ends of paths. */
export function tableText(table: TextTable, width: number): string {
	const widths = fittingWidths(table, width);
	if (!widths) {
		return recordsText(table, width);
	}
	const { head, rows, isText } = table;
	const names = cutNames(
		rows.map(([name = '']) => name),
		widths[0] ?? 0,
	);
	return [head, ...rows.map(([, ...cells], at) => [names[at] ?? '', ...cells])]
		.map((row) =>
			widths
				.map((cellWidth, at) => {
					const text = cutCell(row[at] ?? '', cellWidth);
					const pad = ' '.repeat(Math.max(0, cellWidth - widthOf(text)));
					return isText[at] ? text + pad : pad + text;
				})
				.join(gap)
				.trimEnd(),
		)
		.join('\n');
}

/** Returns the column widths, or undefined if the columns don't fit even if text is truncated. */
function fittingWidths({ head, rows, isText }: TextTable, width: number): readonly number[] | undefined {
	const widths = head.map((name, at) =>
		rows.reduce((most, row) => Math.max(most, widthOf(row[at] ?? '')), widthOf(name)),
	);
	for (;;) {
		const excess = widths.reduce((sum, one) => sum + one + gap.length, -gap.length) - width;
		if (excess <= 0) {
			return widths;
		}
		// In each step, the widest text column is narrowed, but not below the width of the second widest text column.
		const [widest, second = minCellWidth] = widths.filter((_, at) => isText[at]).sort((a, b) => b - a);
		if (widest === undefined || widest <= minCellWidth) {
			return undefined;
		}
		const at = widths.findIndex((one, at) => isText[at] && one === widest);
		widths[at] = Math.max(minCellWidth, Math.min(widest - 1, Math.max(second, widest - excess)));
	}
}

function cutNames(names: readonly string[], width: number): readonly string[] {
	const counts = new Map<string, Set<string>>();
	for (const name of names) {
		const text = cutCell(name, width);
		counts.set(text, (counts.get(text) ?? new Set()).add(name));
	}
	return names.map((name) => {
		const text = cutCell(name, width);
		return (counts.get(text)?.size ?? 0) > 1 ? cutMiddle(name, width) : text;
	});
}

function cutCell(text: string, width: number): string {
	return path.test(text) ? cutStart(text, width) : cutEnd(text, width);
}

function recordsText({ head, rows, isText }: TextTable, width: number): string {
	const texts = rows.map(([first = '', ...cells]) =>
		[
			cutCell(first, width),
			...cells.flatMap((cell, at) => {
				const label = `  ${head[at + 1] ?? ''}: `;
				return cell === ''
					? []
					: [label + (isText[at + 1] ? cutCell(cell, Math.max(minCellWidth, width - widthOf(label))) : cell)];
			}),
		].join('\n'),
	);
	return texts.join('\n\n');
}
