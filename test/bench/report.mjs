import { median } from './measure.mjs';

/** @typedef {import('./measure.mjs').Numbers} Numbers */

/**
 * Requirement for a value, which is named `program.value`:
 *     `peer`, `most`    at most this multiple of the peer's value
 *     `limit`, `unit`   at most the limit, after subtracting the value of `beyond` if it is given
 *     `least`, `unit`   at least this value
 *     `same`            equal to another value; otherwise the other goals are meaningless
 * @typedef {{ text: string, own: string, beyond?: string } & Wanted} Goal
 * @typedef {{ peer: string, most: number } | { limit: number, unit: string } | { least: number, unit: string } | {
 * same: string }} Wanted
 * @typedef {{ text: string, found: string, wanted: string, met: boolean }} Verdict
 */

/** @param {Goal} goal @param {Numbers} numbers @returns {Verdict} */
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
		[...found]
			.filter(([key]) => !stepKey.test(key))
			.map(([key, all]) => `${key} ${rounded(median(all))}`)
			.join(', '),
	]);
	printTable(['program', 'medians'], rows);
	for (const [name, found] of numbers) {
		printSteps(name, found);
	}
}

/** Name of a measured step, and the kind of time that was measured. */
const stepKey = /^(.+), (wall|client|server)$/;

/** @param {string} name @param {Map<string, number[]>} found */
function printSteps(name, found) {
	const steps = [...new Set([...found.keys()].flatMap((key) => stepKey.exec(key)?.[1] ?? []))];
	if (steps.length > 0) {
		const time = (/** @type {string} */ key) => String(Math.round(median(found.get(key) ?? [])));
		const rows = steps.map((step) => [step, ...['wall', 'client', 'server'].map((kind) => time(`${step}, ${kind}`))]);
		printTable([`steps of ${name}`, 'wall ms', 'client CPU ms', 'server CPU ms'], rows);
	}
}

/** @param {number} number */
function rounded(number) {
	return Number(number.toPrecision(number < 100 ? 3 : 6));
}

/** @param {Verdict[]} verdicts */
export function printGoals(verdicts) {
	const rows = verdicts.map(({ text, found, wanted, met }) => [text, found, wanted, met ? 'met' : 'MISSED']);
	printTable(['goal', 'result', 'limit', ''], rows);
}

/** @param {string[]} head @param {string[][]} rows */
function printTable(head, rows) {
	const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => (row[column] ?? '').length)));
	const line = (/** @type {string[]} */ cells) =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n'));
}

/** @param {Numbers} numbers @param {string} name */
function lookUp(numbers, name) {
	const [program = '', key = ''] = name.split('.');
	const all = numbers.get(program)?.get(key);
	if (all === undefined) {
		throw new Error(`no program measured ${name}`);
	}
	return all;
}
