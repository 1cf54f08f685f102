import { isDigit, space } from '../../../../shared/ascii';
import type { LineRange, MemberRange } from './classMapping';

type MemberLine =
	| { readonly kind: 'field'; readonly name: string }
	| { readonly kind: 'method'; readonly range: Omit<MemberRange, 'notes'> };

const noLines: LineRange = { first: 0, last: 0 };

/**
 * Most member lines match this pattern, which is faster than a parser (measured). It never backtracks, because adjacent
 * parts match different characters.
 */
const usualMethod =
	/^ +(?:(\d{1,9}):(\d{1,9}):)?([^\s()\d#][^\s()]* ([^\s()]+)\([^\s()]*\))(?::(\d{1,9})(?::(\d{1,9}))?)? -> \S+\r?$/;

/** Parses the line of a member: `[s:e:]type name` or `[s:e:]type [holder.]name(parameters)[:os[:oe]] -> name`. */
export function parseMemberLine(line: string): MemberLine | undefined {
	const usual = usualMethod.exec(line);
	return usual ? { kind: 'method', range: usualRange(usual) } : parseUnusualLine(line);
}

function usualRange(found: RegExpExecArray): Omit<MemberRange, 'notes'> {
	// Indexes are used, because destructuring the array would use an iterator, which is measurably slower.
	const name = found[4] ?? '';
	const dot = name.lastIndexOf('.');
	return {
		minified: usualLines(found[1], found[2]),
		original: found[5] === undefined ? undefined : (usualLines(found[5], found[6]) ?? noLines),
		holder: dot > 0 ? name.slice(0, dot) : undefined,
		method: name.slice(dot + 1),
		signature: found[3] ?? '',
	};
}

function usualLines(first: string | undefined, last = first): LineRange | undefined {
	return first === undefined ? undefined : getRange(Number(first), Number(last));
}

function parseUnusualLine(line: string): MemberLine | undefined {
	const left = line.slice(0, Math.max(0, line.lastIndexOf(' -> '))).trim();
	const range = readRange(left, 0);
	const hasRange = range?.last !== undefined && left.charAt(range.end) === ':';
	const rest = hasRange ? left.slice(range.end + 1).trimStart() : left;
	const gap = rest.indexOf(' ');
	// A type can't start with a digit, so a digit here means that the range is invalid.
	if (gap <= 0 || isDigit(rest.charCodeAt(0)) || left.startsWith('#')) {
		return undefined;
	}
	const start = textStart(rest, gap);
	const open = rest.indexOf('(', start);
	const close = rest.indexOf(')', open);
	if (open < 0) {
		const name = rest.slice(start);
		return name === '' || name.includes(' ') ? undefined : { kind: 'field', name };
	}
	if (open === start || close < 0) {
		return undefined;
	}
	// Finds the dot between the class and the method. The return type may contain dots too.
	const dot = rest.lastIndexOf('.', open);
	return {
		kind: 'method',
		range: {
			minified: hasRange ? getRange(range.first, range.last) : undefined,
			original: originalLines(rest.slice(close + 1).trim()),
			holder: dot > start ? rest.slice(start, dot) : undefined,
			method: rest.slice(Math.max(start, dot + 1), open).trimEnd(),
			signature: rest.slice(0, close + 1),
		},
	};
}

function textStart(text: string, start: number): number {
	let place = start;
	while (text.charCodeAt(place) === space) {
		place++;
	}
	return place;
}

const maxDigits = 9;

interface ReadRange {
	readonly first: number;
	readonly last: number | undefined;
	readonly end: number;
}

export function readRange(text: string, start: number): ReadRange | undefined {
	const firstEnd = digitsEnd(text, start);
	if (firstEnd === start) {
		return undefined;
	}
	const first = Number(text.slice(start, firstEnd));
	const lastEnd = text.charAt(firstEnd) === ':' ? digitsEnd(text, firstEnd + 1) : firstEnd;
	return lastEnd > firstEnd + 1
		? { first, last: Number(text.slice(firstEnd + 1, lastEnd)), end: lastEnd }
		: { first, last: undefined, end: firstEnd };
}

function digitsEnd(text: string, start: number): number {
	let end = start;
	while (isDigit(text.charCodeAt(end))) {
		end++;
	}
	return end - start > maxDigits ? start : end;
}

function getRange(first: number, last = first): LineRange | undefined {
	return first > last ? undefined : { first, last };
}

function originalLines(text: string): LineRange | undefined {
	if (text === '') {
		return undefined;
	}
	const range = text.startsWith(':') ? readRange(text, 1) : undefined;
	return range?.end === text.length ? (getRange(range.first, range.last) ?? noLines) : noLines;
}
