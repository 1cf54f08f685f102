export interface Row {
	readonly name: string;
	readonly outcome: string;
	readonly expected: number;
	readonly held: number;
}

export function printTable(title: string, rows: readonly Row[]): void {
	console.log(['', title, ...getLines(rows), ''].join('\n'));
}

/** Returns the lines of a table. The name of the case is in the last column, because it can be long. */
function getLines(rows: readonly Row[]): readonly string[] {
	const cells = [
		['expected', 'held', 'outcome', 'case'],
		...rows.map(({ name, outcome, expected, held }) => [String(expected), String(held), outcome, name]),
	];
	const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
	return cells.map((row) =>
		row
			.map((cell, column) => (column < 2 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
			.join('  '),
	);
}
