/** What one case came to. */
export interface Row {
	readonly name: string;
	readonly outcome: string;
	/** Records that the service meant to send. */
	readonly expected: number;
	/** Records in files that look finished. */
	readonly held: number;
}

export function printTable(title: string, rows: readonly Row[]): void {
	const cells = [
		['case', 'outcome', 'records expected', 'records held'],
		...rows.map(({ name, outcome, expected, held }) => [name, outcome, String(expected), String(held)]),
	];
	const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
	const lines = cells.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
	console.log(['', title, ...lines, ''].join('\n'));
}
