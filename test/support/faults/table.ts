import { isWhole } from './run';

/** What one case came to. */
export interface Row {
	readonly name: string;
	readonly outcome: string;
	/** Records that the service meant to send. */
	readonly expected: number;
	/** Records in files that look finished. */
	readonly held: number;
}

/** The whole suite prints a line for each case; the shortened one prints the sums. */
export function printTable(title: string, rows: readonly Row[]): void {
	console.log(isWhole ? ['', title, ...linesOf(rows), ''].join('\n') : `    ${title}: ${summaryOf(rows)}`);
}

/** The case comes last, since its name may be long. */
function linesOf(rows: readonly Row[]): readonly string[] {
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

function summaryOf(rows: readonly Row[]): string {
	const count = (isCounted: (row: Row) => boolean) => rows.filter(isCounted).length;
	const whole = count(({ outcome }) => outcome.startsWith('complete'));
	const doubtful = count(({ outcome }) => outcome.startsWith('in doubt'));
	const told = rows.length - whole - doubtful;
	return `${rows.length} cases: ${whole} complete, ${doubtful} in doubt and said so, ${told} stopped with a reason and no file`;
}
