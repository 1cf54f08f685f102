import { hash, isDigit, minus, slash, space, star, tab } from '../../../shared/ascii';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { digitsEnd } from '../trace/characters';
import { Pieces } from '../trace/pieces';
import type { TraceContext } from '../trace/traceContext';
import { logPrefixes } from './logPrefix';
import { kindInTrace, partOf, type TextLine } from './textLine';

/**
 * Kind of mark before each line of quoted, numbered, or commented text. The group in the pattern matches the line
 * number.
 */
interface DecorationKind {
	/** Characters with which the mark can start. */
	readonly starts: string;
	readonly pattern: RegExp;
	/** Maximum difference between the line numbers of two consecutive lines, or 0 for marks without a number. */
	readonly maxStep: number;
}

const digits = '0123456789';

const bar: DecorationKind = { starts: '|│┃║', pattern: /^ {0,8}[|│┃║] ?/, maxStep: 0 };

/** Matches numbers in a column of up to seven characters. */
const numberColumn: DecorationKind = { starts: digits, pattern: /^ {1,6}(\d{1,5}) /, maxStep: 50 };

const kinds: readonly DecorationKind[] = [
	{ starts: '>', pattern: /^ {0,3}>(?: ?>){0,7} ?/, maxStep: 0 },
	{ starts: '-*+•', pattern: /^ {0,12}[-*+•] \[[ xX]\] {1,2}/, maxStep: 0 },
	{ starts: '-*•', pattern: /^ {0,12}[-*•] /, maxStep: 0 },
	{ starts: '+', pattern: /^\+(?!\[[\w$.()]{1,200} \w) ?/, maxStep: 0 },
	{ starts: '/#-;*', pattern: /^[ \t]{0,40}(?:\/{2,3}!? ?|(?:#|--|;|\*)(?: |$))/, maxStep: 0 },
	bar,
	// Mark that Capacitor's native code prints
	{ starts: '⚡', pattern: /^⚡️ {1,2}/, maxStep: 0 },
	{ starts: digits, pattern: /^ {0,8}(\d{1,6})[.)] /, maxStep: 1 },
	// Line numbers in code viewers: `12	`, `  12 | `, `12: `
	{ starts: digits, pattern: /^ {0,10}(\d{1,7})(?:\t| {0,4}[|│:] ?)/, maxStep: 50 },
	numberColumn,
];

interface Decoration {
	readonly kind: DecorationKind;
	readonly mark: string;
	readonly number: number;
	readonly from: number;
	readonly to: number;
}

interface Run {
	readonly kind: DecorationKind;
	readonly mark: string;
	/** Number of characters before the text of the first line. */
	readonly width: number;
	readonly lines: { readonly index: number; readonly decoration: Decoration }[];
	number: number;
	missing: number;
}

const maxLevels = 4;
/** Maximum number of consecutive lines without a number in numbered text, for example in wrapped lines. */
const maxMissing = 2;
/** If the numbers of lines for and against removing a mark differ by this number, no further lines are examined. */
const enough = 3;
const maxClosingLength = 200;
const maxIndent = 40;
const maxGap = 4;

// The keys are character codes, because searching a string with non-ASCII characters is slower.
const kindsByStart: ReadonlyMap<number, readonly DecorationKind[]> = new Map(
	[...kinds.map(({ starts }) => starts).join('')].map((start) => [
		start.charCodeAt(0),
		kinds.filter(({ starts }) => starts.includes(start)),
	]),
);
const separators = new Set([...'.)\t|│:'].map((separator) => separator.charCodeAt(0)));

/**
 * Removes line numbers and the marks of quotes, lists, comments, and tables, but only if the lines can't be parsed as a
 * trace until the marks are removed.
 */
export function* undecorating(lines: readonly TextLine[], context: TraceContext): CooperativeTask<readonly TextLine[]> {
	let current = lines;
	for (let level = 0; level < maxLevels; level++) {
		const next: readonly TextLine[] = yield* withoutOuter(current, context);
		if (next === current) {
			break;
		}
		current = next;
	}
	return current;
}

function* withoutOuter(lines: readonly TextLine[], context: TraceContext): CooperativeTask<readonly TextLine[]> {
	let changed: TextLine[] | undefined;
	let run: Run | undefined;
	const pieces = new Pieces();
	const end = () => {
		if (run && run.lines.length > 1 && isWorthRemoving(run, lines, context)) {
			changed ??= [...lines];
			for (const { index, decoration } of run.lines) {
				const line = lines[index];
				if (line) {
					changed[index] = partOf(line, decoration.from, decoration.to);
				}
			}
		}
		run = undefined;
	};
	for (const [index, { text }] of lines.entries()) {
		const decoration = (run?.kind === numberColumn ? inColumn(text, run) : undefined) ?? decorationOf(text, context);
		if (run && decoration && continues(run, decoration)) {
			run.lines.push({ index, decoration });
			run.number = decoration.number;
			run.missing = 0;
		} else if (decoration) {
			end();
			const { kind, mark, number } = decoration;
			run = { kind, mark, number, width: decoration.from, lines: [{ index, decoration }], missing: 0 };
		} else if (run && text.trim() !== '' && ++run.missing > (run.kind.maxStep === 0 ? 0 : maxMissing)) {
			end();
		}
		if (pieces.ends(0) && (yield)) {
			return lines;
		}
	}
	end();
	return changed ?? lines;
}

function continues({ kind, mark, number }: Run, next: Decoration): boolean {
	const step = next.number - number;
	return kind === next.kind && mark === next.mark && (kind.maxStep === 0 || (step > 0 && step <= kind.maxStep));
}

/**
 * Returns the number before a line as its decoration if it ends in the same column as the number of the previous line.
 */
function inColumn(text: string, { kind, width }: Run): Decoration | undefined {
	let start = 0;
	while (start < width && text.charCodeAt(start) === space) {
		start++;
	}
	const end = digitsEnd(text, start);
	return end > start && end === width - 1 && text.charCodeAt(end) === space
		? { kind, mark: '', number: Number(text.slice(start, end)), from: width, to: text.length }
		: undefined;
}

function decorationOf(text: string, context: TraceContext): Decoration | undefined {
	const start = markStart(text);
	if (start === -1) {
		return undefined;
	}
	for (const kind of kindsByStart.get(text.charCodeAt(start)) ?? []) {
		// In an exception group, vertical bars show how errors are nested, so a bar isn't treated as a mark.
		const match = kind === bar && context.hasMargin ? null : kind.pattern.exec(text);
		if (match) {
			const mark = kind.maxStep > 0 || kind === kinds[0] ? '' : match[0].trim();
			const from = match[0].length;
			return { kind, mark, number: Number(match[1] ?? 0), from, to: closingStart(text, from, mark) };
		}
	}
	return undefined;
}

function closingStart(text: string, from: number, mark: string): number {
	if (!'|│┃║'.includes(mark || ' ') || !text.endsWith(mark)) {
		return text.length;
	}
	let end = text.length - 1;
	while (end > from && text.length - end < maxClosingLength && text.charAt(end - 1) === ' ') {
		end--;
	}
	return Math.max(from, end);
}

/** Returns the index of a mark that may precede the line, or -1. A frame can also start with `#`, `-`, or a number. */
function markStart(text: string): number {
	let start = 0;
	while (start < maxIndent && (text.charCodeAt(start) === space || text.charCodeAt(start) === tab)) {
		start++;
	}
	return isMark(text, start) ? start : -1;
}

function isMark(text: string, start: number): boolean {
	const code = text.charCodeAt(start);
	if (isDigit(code)) {
		return isLineNumber(text, start);
	}
	const next = text.charCodeAt(start + 1);
	switch (code) {
		case slash:
			return next === slash;
		case hash:
		case star:
		case minus:
			return !(next > space) || next === minus;
		default:
			return kindsByStart.has(code);
	}
}

function isLineNumber(text: string, start: number): boolean {
	const end = digitsEnd(text, start);
	let next = end;
	while (text.charCodeAt(next) === space && next - end < maxGap) {
		next++;
	}
	return (next > end && start > 0) || separators.has(text.charCodeAt(next));
}

export function isMarkedPart(text: string, context: TraceContext): boolean {
	const decoration = decorationOf(text, context);
	return decoration !== undefined && isDecoratedPart(text.slice(decoration.from, decoration.to), context, maxLevels);
}

/** Matches a number that no frame begins with: `1.`, `98 |`, or a line number before a Visual Studio frame. */
const numberedText = /^ {0,12}\d{1,7}(?: {0,4}[.)|│]|\t>?[ \t]{0,4}[\w.-]{1,200}!)/;

function isWorthRemoving({ kind, lines }: Run, all: readonly TextLine[], context: TraceContext): boolean {
	let balance = 0;
	for (const { index, decoration } of lines) {
		const line = all[index]?.text ?? '';
		const rest = line.slice(decoration.from, decoration.to);
		const isPart = isDecoratedPart(rest, context, maxLevels);
		// If another number follows the line number, the line is a numbered frame.
		const isNumberedFrame = isPart && /^ {0,8}#?\d/.test(rest);
		// With these marks, the line itself can't be a frame: a debugger marks only one frame with `>`, and no frame starts
		// with `//` or `1.`.
		const isText = kind === kinds[0] || decoration.mark.startsWith('//') || numberedText.test(line);
		const wasPart = !isText && !isNumberedFrame && isLogPart(line, context);
		balance += Number(isPart) - Number(wasPart);
		if (Math.abs(balance) >= enough) {
			break;
		}
	}
	return balance > 1;
}

function isDecoratedPart(text: string, context: TraceContext, levels: number): boolean {
	if (isLogPart(text, context)) {
		return true;
	}
	const inner = levels === 0 ? undefined : decorationOf(text, context);
	return inner !== undefined && isDecoratedPart(text.slice(inner.from, inner.to), context, levels - 1);
}

function isLogPart(text: string, context: TraceContext): boolean {
	return isPart(text, context) || logPrefixes(text).some(({ from, to }) => isPart(text.slice(from, to), context));
}

function isPart(text: string, context: TraceContext): boolean {
	const kind = kindInTrace(text, context);
	return kind === 'frame' || kind === 'header';
}
