import { median } from './measure.mjs';

/** @typedef {import('./measure.mjs').Numbers} Numbers */

/**
 * What a number, named as `program.number`, has to be:
 *
 *   `peer`, `most`    at most so many times the peer's
 *   `limit`, `unit`   at most the limit, beyond what `beyond` took if that is given
 *   `least`, `unit`   at least that much
 *   `same`            the same as the other, without which the rest means nothing
 *
 * @typedef {{ text: string, own: string, beyond?: string } & Wanted} Goal
 * @typedef {{ peer: string, most: number } | { limit: number, unit: string } | { least: number, unit: string } | { same: string }} Wanted
 * @typedef {{ text: string, found: string, wanted: string, met: boolean }} Verdict
 */

/**
 * Compares with a goal. Ratios are made within each round, where both had the machine in much the same state, and their
 * median counts.
 *
 * @param {Goal} goal
 * @param {Numbers} numbers
 * @returns {Verdict}
 */
export function judge(goal, numbers) {
	const { text } = goal;
	const beyond = goal.beyond === undefined ? [] : lookUp(numbers, goal.beyond);
	const own = lookUp(numbers, goal.own).map((number, round) => number - (beyond[round] ?? 0));
	if ('same' in goal) {
		const other = lookUp(numbers, goal.same);
		const met = own.every((number, round) => number === other[round]);
		return { text, found: `${median(own)} and ${median(other)}`, wanted: 'the same', met };
	}
	if ('limit' in goal) {
		const found = `${Math.round(median(own))} ${goal.unit}`;
		return { text, found, wanted: `<= ${goal.limit} ${goal.unit}`, met: median(own) <= goal.limit };
	}
	if ('least' in goal) {
		const found = `${Math.round(median(own))} ${goal.unit}`;
		return { text, found, wanted: `>= ${goal.least} ${goal.unit}`, met: median(own) >= goal.least };
	}
	const peer = lookUp(numbers, goal.peer);
	const ratio = median(own.map((number, round) => number / (peer[round] ?? Number.NaN)));
	return { text, found: ratio.toFixed(3), wanted: `<= ${goal.most}`, met: ratio <= goal.most };
}

/** @param {Numbers} numbers */
export function printNumbers(numbers) {
	const rows = [...numbers].map(([name, found]) => [
		name,
		[...found].map(([key, all]) => `${key} ${rounded(median(all))}`).join(', '),
	]);
	printTable(['program', 'medians'], rows);
}

/** @param {number} number */
function rounded(number) {
	return Number(number.toPrecision(number < 100 ? 3 : 6));
}

/** @param {Verdict[]} verdicts */
export function printGoals(verdicts) {
	const rows = verdicts.map(({ text, found, wanted, met }) => [text, found, wanted, met ? 'met' : 'MISSED']);
	printTable(['goal', 'found', 'wanted', ''], rows);
}

/**
 * As Markdown, so that it can be put into the README as it is.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 */
function printTable(head, rows) {
	const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => (row[column] ?? '').length)));
	const line = (/** @type {string[]} */ cells) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n'));
}

/**
 * @param {Numbers} numbers
 * @param {string} name
 */
function lookUp(numbers, name) {
	const [program = '', key = ''] = name.split('.');
	const all = numbers.get(program)?.get(key);
	if (all === undefined) {
		throw new Error(`no program measured ${name}`);
	}
	return all;
}
