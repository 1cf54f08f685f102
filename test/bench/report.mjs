import { median } from './measure.mjs';

/**
 * Compares with a goal. Numbers are named as `program.number`. Ratios are made within each round, where both had the
 * machine in much the same state, and their median counts.
 * @param goal `{ text, own, peer, most }`: own is at most so many times peer; `{ text, own, limit, unit }`: own is at
 * most the limit, beyond what `beyond` took if that is given; `{ text, own, least, unit }`: at least that much; `{ text, own, same }`: both found the same, without which the rest means nothing
 */
export function judge(goal, numbers) {
	const beyond = goal.beyond && lookUp(numbers, goal.beyond);
	const own = lookUp(numbers, goal.own).map((number, round) => number - (beyond?.[round] ?? 0));
	if (goal.same !== undefined) {
		const other = lookUp(numbers, goal.same);
		const met = own.every((number, round) => number === other[round]);
		return { text: goal.text, found: `${median(own)} and ${median(other)}`, wanted: 'the same', met };
	}
	if (goal.limit !== undefined) {
		const found = `${Math.round(median(own))} ${goal.unit}`;
		return { text: goal.text, found, wanted: `<= ${goal.limit} ${goal.unit}`, met: median(own) <= goal.limit };
	}
	if (goal.least !== undefined) {
		const found = `${Math.round(median(own))} ${goal.unit}`;
		return { text: goal.text, found, wanted: `>= ${goal.least} ${goal.unit}`, met: median(own) >= goal.least };
	}
	const peer = lookUp(numbers, goal.peer);
	const ratio = median(own.map((number, round) => number / peer[round]));
	return { text: goal.text, found: ratio.toFixed(3), wanted: `<= ${goal.most}`, met: ratio <= goal.most };
}

export function printNumbers(numbers) {
	const rows = [...numbers].map(([name, found]) => [
		name,
		[...found].map(([key, all]) => `${key} ${rounded(median(all))}`).join(', '),
	]);
	printTable(['program', 'medians'], rows);
}

function rounded(number) {
	return Number(number.toPrecision(number < 100 ? 3 : 6));
}

export function printGoals(verdicts) {
	const rows = verdicts.map(({ text, found, wanted, met }) => [text, found, wanted, met ? 'met' : 'MISSED']);
	printTable(['goal', 'found', 'wanted', ''], rows);
}

/** As Markdown, so that it can be put into the README as it is. */
function printTable(head, rows) {
	const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => row[column].length)));
	const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
	console.log([line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line), ''].join('\n'));
}

function lookUp(numbers, name) {
	const [program, key] = name.split('.');
	const all = numbers.get(program)?.get(key);
	if (all === undefined) {
		throw new Error(`no program measured ${name}`);
	}
	return all;
}
