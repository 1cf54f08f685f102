import type { Random } from '../../../../../support/random';
import { getLayout, type LaidOut, type SourceLine } from './layout';

type Change = (lines: readonly SourceLine[], layout: readonly LaidOut[], tools: Tools) => readonly SourceLine[];

interface Tools {
	readonly random: Random;
	readonly extension: string;
	readonly written: (text: string) => SourceLine;
}

/** Languages in which two functions of a type can have the same name. */
const overloaded = new Set(['kt', 'java', 'swift', 'cs', 'cpp']);

function pick<T>(all: readonly T[], random: Random): T | undefined {
	return all[random.below(all.length)];
}

function functionsOf(layout: readonly LaidOut[]): LaidOut[] {
	return layout.filter(({ kind, opened, last }) => kind === 'function' && last > opened + 1);
}

function indentOf({ text }: SourceLine): string {
	return /^\s*/.exec(text)?.[0] ?? '';
}

function copied(
	lines: readonly SourceLine[],
	{ first, last, header, opened }: LaidOut,
	{ written }: Tools,
	renamed: (header: string) => string,
	word: string,
): SourceLine[] {
	const called = (all: string, name: string) =>
		/^(?:on|run|get|compare|if|for|while|switch|catch)/.test(name) ? all : `${name}${word}(`;
	return lines.slice(first, last + 1).map((line, index) => {
		const isBody = first + index > opened;
		return written(
			line === header ? renamed(line.text) : isBody ? line.text.replace(/\b([a-z]\w+)\(/gi, called) : line.text,
		);
	});
}

/** Objective-C selectors consist of several words. */
function firstWord({ name }: LaidOut): string {
	return name.replace(/:.*/, '');
}

function isConstructor({ name, parent }: LaidOut): boolean {
	return name === parent?.name || /^(?:init|constructor|\W*)$/.test(name) || name.includes('::') || name.includes('.');
}

function inserted(lines: readonly SourceLine[], at: number, more: readonly SourceLine[]): SourceLine[] {
	return [...lines.slice(0, at), ...more, ...lines.slice(at)];
}

function without(lines: readonly SourceLine[], { first, last }: LaidOut): SourceLine[] {
	return [...lines.slice(0, first), ...lines.slice(last + 1)];
}

function statement(indent: string, { extension, random, written }: Tools): SourceLine {
	const end = extension === 'kt' || extension === 'swift' ? '' : ';';
	return written(
		random.below(3) === 0 ? `${indent}// noted ${random.below(100)}` : `${indent}noted(${random.below(100)})${end}`,
	);
}

const writeOn: Change = (lines, layout, tools) => {
	const { random } = tools;
	const found = pick(functionsOf(layout), random);
	const first = found && lines[found.opened + 1];
	if (found === undefined || first === undefined) {
		return lines;
	}
	const more = Array.from({ length: 1 + random.below(6) }, () => statement(indentOf(first), tools));
	return inserted(lines, found.opened + 1, more);
};

const explainTheFile: Change = (lines, _layout, { random, written }) => {
	const more = Array.from({ length: 1 + random.below(12) }, (_, number) => written(`// Explained ${number}`));
	return inserted(lines, 0, more);
};

const addAFunction: Change = (lines, layout, tools) => {
	const functions = functionsOf(layout);
	const found = pick(functions, tools.random);
	if (found === undefined || isConstructor(found)) {
		return lines;
	}
	const name = `made${tools.random.below(1000)}`;
	const before =
		pick(
			functions.filter(({ parent }) => parent === found.parent),
			tools.random,
		) ?? found;
	const added = copied(lines, found, tools, (header) => header.replace(firstWord(found), name), 'Also');
	return inserted(lines, before.first, added);
};

const removeAFunction: Change = (lines, layout, { random }) => {
	const found = pick(functionsOf(layout), random);
	return found === undefined ? lines : without(lines, found);
};

const renameAFunction: Change = (lines, layout, { random }) => {
	const found = pick(functionsOf(layout), random);
	if (found === undefined || isConstructor(found)) {
		return lines;
	}
	const name = firstWord(found);
	return lines.map((line) =>
		line.id === found.header.id ? { ...line, text: line.text.replace(name, `${name}V2`) } : line,
	);
};

const moveAFunction: Change = (lines, layout, { random, extension }) => {
	const functions = functionsOf(layout);
	const found = pick(functions, random);
	const other = pick(
		functions.filter((one) => one !== found && one.parent === found?.parent),
		random,
	);
	if (found === undefined || other === undefined) {
		return lines;
	}
	const block = lines.slice(found.first, found.last + 1);
	const rest = without(lines, found);
	const place = getLayout(rest, extension).find(({ header }) => header.id === other.header.id)?.first;
	return place === undefined ? lines : inserted(rest, place, block);
};

const moveToAnotherType: Change = (lines, layout, { random, extension }) => {
	const found = pick(functionsOf(layout), random);
	const other = pick(
		layout.filter(
			(one) =>
				one.kind === 'type' &&
				one !== found?.parent &&
				(found === undefined || one.last < found.first || one.first > found.last),
		),
		random,
	);
	if (found === undefined || found.parent?.kind !== 'type' || other === undefined || isConstructor(found)) {
		return lines;
	}
	const block = lines.slice(found.first, found.last + 1);
	const rest = without(lines, found);
	const place = getLayout(rest, extension).find(({ header }) => header.id === other.header.id)?.opened;
	return place === undefined ? lines : inserted(rest, place + 1, block);
};

const overload: Change = (lines, layout, tools) => {
	const { extension, random } = tools;
	const found = pick(functionsOf(layout), random);
	if (found === undefined || !overloaded.has(extension) || isConstructor(found)) {
		return lines;
	}
	const parameter = extension === 'kt' || extension === 'swift' ? 'extra: Int' : 'int extra';
	const list = found.parameters.trim() === '' ? parameter : `${parameter}, `;
	const added = copied(
		lines,
		found,
		tools,
		(header) => header.replace(`${found.name}(`, `${found.name}(${list}`),
		'Extra',
	);
	return inserted(lines, random.below(2) === 0 ? found.first : found.last + 1, added);
};

const addAnotherBlock: Change = (lines, layout, tools) => {
	const found = pick(
		layout.filter(({ kind }) => kind === 'anonymous' || kind === 'lambda'),
		tools.random,
	);
	if (found === undefined) {
		return lines;
	}
	return inserted(
		lines,
		found.first,
		copied(lines, found, tools, (header) => header, 'Too'),
	);
};

const swapBlocks: Change = (lines, layout, { random }) => {
	const blocks = layout.filter(({ kind }) => kind === 'anonymous' || kind === 'lambda');
	const found = pick(blocks, random);
	const after = blocks.find(
		(other) => other.parent === found?.parent && found !== undefined && other.first > found.last,
	);
	if (found === undefined || after === undefined) {
		return lines;
	}
	return [
		...lines.slice(0, found.first),
		...lines.slice(after.first, after.last + 1),
		...lines.slice(found.last + 1, after.first),
		...lines.slice(found.first, found.last + 1),
		...lines.slice(after.last + 1),
	];
};

const extractAFunction: Change = (lines, layout, tools) => {
	const found = pick(functionsOf(layout), tools.random);
	if (found === undefined || isConstructor(found) || found.parent?.kind === 'function') {
		return lines;
	}
	const body = lines.slice(found.opened + 1, found.last);
	const start = body.findIndex(({ text }) => !/[{}]/.test(text) && text.trim() !== '');
	const length = body.slice(start).findIndex(({ text }) => /[{}]/.test(text) || text.trim() === '');
	const taken = start === -1 ? [] : body.slice(start, length === -1 ? undefined : start + length);
	if (taken.length < 2) {
		return lines;
	}
	const name = `part${tools.random.below(1000)}`;
	const head = lines
		.slice(found.first, found.opened + 1)
		.map((line) => tools.written(line.id === found.header.id ? line.text.replace(firstWord(found), name) : line.text));
	const made = [...head, ...taken, tools.written(`${indentOf(found.header)}}`)];
	const retained = lines.filter((line) => !taken.includes(line));
	const call = statement(`${indentOf(found.header)}    `, tools);
	return inserted(inserted(retained, found.last + 1 - taken.length, made), found.opened + 1, [call]);
};

/** Possible changes. Frequent changes occur several times in the list. */
const changes: readonly Change[] = [
	...Array<Change>(8).fill(writeOn),
	...Array<Change>(4).fill(explainTheFile),
	...Array<Change>(6).fill(addAFunction),
	...Array<Change>(3).fill(removeAFunction),
	...Array<Change>(3).fill(renameAFunction),
	...Array<Change>(3).fill(moveAFunction),
	...Array<Change>(2).fill(addAnotherBlock),
	...Array<Change>(2).fill(extractAFunction),
	moveToAnotherType,
	overload,
	swapBlocks,
];

export function rewritten(lines: readonly SourceLine[], extension: string, random: Random): readonly SourceLine[] {
	let next = lines.length;
	let result = lines;
	const written = (text: string): SourceLine => ({ id: next++, text });
	for (let times = 1 + random.below(6); times > 0; times--) {
		result = pick(changes, random)?.(result, getLayout(result, extension), { random, extension, written }) ?? result;
	}
	return result;
}
