import { closeBracket, colon, isDigit, minus, slash, space, tab } from '../../../shared/ascii';
import { digitsEnd, digitsStart, isUpper, isWord } from '../trace/characters';
import { findPart } from './prefixParts';

export interface LogPrefix {
	readonly from: number;
	readonly to: number;
	/** Source of the line in a log with several sources: a tag with its process, or a container. May be empty. */
	readonly source: string;
	/** Identifies the kinds of parts in the prefix. Prefixes in the same format usually have the same shape. */
	readonly shape: string;
	/** Whether the last part of the prefix may be the start of the message instead. */
	readonly isDoubtful: boolean;
	/** Whether the line consists only of the prefix. If so, the message is on the next lines. */
	readonly isAlone: boolean;
}

const maxParts = 8;
const maxPartLength = 600;
const maxEndingLength = 80;
/** Maximum length of a line with a prefix. Longer lines are probably data. */
const maxLineLength = 16_384;
const maxWordLength = 100;
/** Maximum number of padding spaces before a number. Spaces before a name are usually indentation. */
const maxPadding = 8;
/** Minimum indentation of code in Markdown. */
const codeIndent = 4;
const minTagWidth = 10;
const maxTagWidth = 60;
/** Maximum width of the columns before the message. */
const maxColumns = 200;

const sourcePlace = /^[\w/]{1,40}\.cc:\d{1,6}\] /;

const dot = 0x2e;
const bar = 0x7c;

const none: readonly LogPrefix[] = [];

/**
 * Returns the prefixes that the line may have: times, levels, processes, threads, classes, tags. The last one is the
 * most likely.
 */
export function logPrefixes(text: string): readonly LogPrefix[] {
	let from = prefixStart(text);
	if (from === -1 || text.length > maxLineLength) {
		return none;
	}
	const prefixes: LogPrefix[] = [];
	let [source, shape, to] = ['', '', text.length];
	while (prefixes.length < maxParts && from < to) {
		const start = prefixes.length === 0 ? from : from + paddingAt(text, from);
		const found = findPart(text.slice(start, start + maxPartLength), prefixes.length === 0);
		if (!found) {
			break;
		}
		const { part, match, number } = found;
		for (let group = 1; group < match.length; group++) {
			source += match[group] === undefined ? '' : ` ${match[group]}`;
		}
		const ending = part.ending?.exec(text.slice(-maxEndingLength));
		if (ending) {
			source += ` ${ending[1]}`;
			to -= ending[0].length;
		}
		from = Math.min(to, start + match[0].length);
		shape += String.fromCharCode(0x40 + number);
		const isDoubtful = part.isDoubtful === true || part.doubtful?.test(match.input) === true;
		prefixes.push({ from, to, source, shape, isDoubtful, isAlone: part.isAlone === true });
	}
	return prefixes;
}

function paddingAt(text: string, from: number): number {
	const start = skipPadding(text, from);
	return start - from < 2 || isDigit(text.charCodeAt(start)) ? start - from : 0;
}

/** Returns the index at which a log prefix may start, or -1. This test without patterns rules out most lines. */
export function prefixStart(text: string): number {
	const code = text.charCodeAt(0);
	if (isDigit(code)) {
		return mayBeTimeOrProcess(text, 0) ? 0 : -1;
	}
	if (code === space) {
		const padding = skipPadding(text, 0);
		return isDigit(text.charCodeAt(padding))
			? mayBeTimeOrProcess(text, padding)
				? padding
				: -1
			: paddedTagStart(text, padding);
	}
	if (code === 0x3c) {
		return isDigit(text.charCodeAt(1)) ? 0 : -1;
	}
	return code === 0x5b || (isWord(code) && mayBeTagOrName(text, 0)) ? 0 : -1;
}

/** Returns the start of a right-aligned tag, or of the level if the tag column is blank. Otherwise, returns -1. */
function paddedTagStart(text: string, padding: number): number {
	const from = padding < maxPadding ? padding : skipSpaces(text, padding, maxTagWidth);
	if (from > minTagWidth && isLevelColumn(text, from)) {
		return from - 2;
	}
	const isIndented = padding >= codeIndent && isWord(text.charCodeAt(padding));
	if (isIndented && mayBeTagOrName(text, padding)) {
		return padding;
	}
	let end = from;
	while (end - from < maxTagWidth && isWord(text.charCodeAt(end))) {
		end++;
	}
	if (end > from && text.charCodeAt(end) === space && isLevelColumn(text, end + 2)) {
		return from;
	}
	// Android Studio indents the continuation lines of an entry. Each of them can begin with Android's source location.
	const message = skipSpaces(text, from, maxColumns);
	return sourcePlace.test(text.slice(message, message + maxTagWidth)) ? message : -1;
}

/** Returns true if the character is a log level with two spaces on each side. */
function isLevelColumn(text: string, at: number): boolean {
	return isLevel(text, at) && text.startsWith('  ', at - 2) && text.startsWith('  ', at + 1);
}

function skipPadding(text: string, start: number): number {
	return skipSpaces(text, start, maxPadding);
}

function skipSpaces(text: string, start: number, most: number): number {
	let end = start;
	while (text.charCodeAt(end) === space && end - start < most) {
		end++;
	}
	return end;
}

/** Returns true if the digits may be part of a time or of process columns. Apple frames start with a number too. */
function mayBeTimeOrProcess(text: string, start: number): boolean {
	const end = digitsEnd(text, start);
	const code = text.charCodeAt(end);
	if (code !== space) {
		return code === minus || code === slash || code === colon || code === dot || code === bar;
	}
	const next = skipPadding(text, end);
	return isDigit(text.charCodeAt(next)) || (isLevel(text, next) && text.charCodeAt(next + 1) === space);
}

function isLevel(text: string, at: number): boolean {
	return isUpper(text.charCodeAt(at)) && 'VDIWEFAS'.includes(text.charAt(at));
}

const name =
	/^(?:flutter|system\.err|androidruntime|monodroid|mono-rt|reactnativejs|unity|trace|debug|info|notice|warn|warning|error|severe|fatal|critical|verbose):? $/i;
const minNameLength = 4;
const maxNameLength = 15;

function mayBeTagOrName(text: string, start: number): boolean {
	const second = text.charCodeAt(start + 1);
	if (text.startsWith('Log', start) && isUpper(text.charCodeAt(start + 3))) {
		return true;
	}
	if (isLevel(text, start) && (second === slash || second === 0x28 || second === space || isDigit(second))) {
		return true;
	}
	for (let index = start; index < start + maxWordLength; index++) {
		const code = text.charCodeAt(index);
		if (isWord(code)) {
			continue;
		}
		switch (code) {
			case tab:
				return true;
			case space:
				return isNameBefore(text, start, index);
			case closeBracket:
				return isDigit(text.charCodeAt(index - 1));
			case dot:
			case minus:
			case colon:
			case slash:
				break;
			default:
				return false;
		}
	}
	return false;
}

/** Returns true if the word may be the name of a Kubernetes pod, which ends with five characters or a number. */
function isPod(text: string, end: number): boolean {
	return (
		text.charCodeAt(end - 6) === minus ||
		(isDigit(text.charCodeAt(end - 1)) && text.charCodeAt(digitsStart(text, end) - 1) === minus)
	);
}

function isNameBefore(text: string, start: number, end: number): boolean {
	const next = text.charCodeAt(end + 1);
	const after = text.charCodeAt(end + 2);
	const length = end - start;
	return (
		(next === space && text.charCodeAt(end - 1) !== colon) ||
		next === bar ||
		(isLevel(text, end + 1) && (after === slash || after === space)) ||
		(length === 3 && isDigit(next)) ||
		isPod(text, end) ||
		(length >= minNameLength && length <= maxNameLength && name.test(text.slice(start, end + 1)))
	);
}
