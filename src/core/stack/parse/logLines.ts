import type { CooperativeTask } from '../../common/cooperativeTask';
import { Pieces } from '../trace/pieces';
import type { TraceContext } from '../trace/traceContext';
import { isMarkedPart } from './decorations';
import { type LogPrefix, logPrefixes } from './logPrefix';
import { kindInTrace, partOf, type TextLine } from './textLine';

interface LogLine extends TextLine {
	/** Source of the line in a shared log. May be empty. */
	readonly source: string;
}

interface Entry {
	readonly line: TextLine;
	readonly prefixes: readonly LogPrefix[];
	readonly kind: ReturnType<typeof kindInTrace>;
	prefix: LogPrefix | undefined;
	source: string;
}

/**
 * Maximum number of message lines above a frame whose log prefixes are removed. Any lines before these message lines
 * belong to other log entries.
 */
const maxMessageLines = 40;

/** Maximum number of lines above an error whose prefix is removed. Python prints source code there. */
const maxCodeLines = 3;

/**
 * Removes the log prefix of each line of a trace. Any text can start with a time. Therefore, a prefix must be followed
 * by part of a trace, or the line must be followed by frames with an equal prefix.
 */
export function* readingLogLines(
	lines: readonly TextLine[],
	context: TraceContext,
): CooperativeTask<readonly LogLine[]> {
	const pieces = new Pieces();
	const entries: Entry[] = [];
	const known = new Set<string>();
	for (const line of lines) {
		if (pieces.ends(line.text.length) && (yield)) {
			break;
		}
		const entry = getEntry(line, context);
		if (entry.prefix) {
			known.add(entry.prefix.source);
		}
		entries.push(entry);
	}
	if (known.size === 0) {
		return lines.map(({ text, start }) => ({ text, start, source: '' }));
	}
	let source = '';
	for (const entry of entries) {
		source = sourceOf(entry, known, source);
		entry.source = isDivider(entry.line.text) ? 'divider' : source;
		if (pieces.ends(0)) {
			yield;
		}
	}
	const following = new Map<string, { readonly shape: string; left: number }>();
	for (let index = entries.length - 1; index >= 0; index--) {
		const entry = entries[index];
		if (entry) {
			useFollowing(entry, following);
		}
		if (pieces.ends(0)) {
			yield;
		}
	}
	return entries.flatMap(toLine);
}

/** Removes the prefix of a message line if the next frame of its source has an equal prefix. */
function useFollowing(entry: Entry, following: Map<string, { readonly shape: string; left: number }>): void {
	const { source, kind, prefix, prefixes } = entry;
	if (prefix) {
		if (kind === 'frame' || kind === 'header') {
			following.set(source, { shape: prefix.shape, left: kind === 'frame' ? maxMessageLines : maxCodeLines });
		}
		return;
	}
	const next = following.get(source);
	if (next && entry.line.text.trim() !== '') {
		entry.prefix = prefixes.find(({ shape }) => shape === next.shape);
		if (!entry.prefix || --next.left === 0) {
			following.delete(source);
		}
	}
}

/** Whether the line is part of a trace after its log prefix. */
export function isPrefixedPart(text: string, context: TraceContext): boolean {
	return getEntry({ text, start: 0 }, context).prefix !== undefined;
}

function getEntry(line: TextLine, context: TraceContext): Entry {
	const { text } = line;
	const prefixes = logPrefixes(text);
	if (prefixes.length === 0) {
		return { line, prefixes, kind: undefined, prefix: undefined, source: '' };
	}
	const kindAfter = (index: number) => {
		const { from = 0, to = text.length, isAlone = false } = prefixes[index] ?? {};
		return isAlone ? 'note' : kindOfMessage(text.slice(from, to), context);
	};
	let last = prefixes.length - 1;
	let kind = last === -1 ? undefined : kindAfter(last);
	// A tag or process is the last part of a prefix, so a shorter prefix would be incomplete.
	while (last >= 0 && kind === undefined && (prefixes[last]?.source ?? '') === (prefixes[last - 1]?.source ?? '')) {
		last--;
		kind = last === -1 ? undefined : kindAfter(last);
	}
	if (kind === undefined) {
		return { line, prefixes, kind, prefix: undefined, source: '' };
	}
	while (prefixes[last]?.isDoubtful === true) {
		const shorter = kindAfter(last - 1);
		if (shorter === undefined) {
			break;
		}
		kind = shorter;
		last--;
	}
	return { line, prefixes, kind, prefix: prefixes[last], source: '' };
}

function kindOfMessage(text: string, context: TraceContext): ReturnType<typeof kindInTrace> {
	return kindInTrace(text, context) ?? (isMarkedPart(text, context) ? 'frame' : undefined);
}

/** Returns the source of a line. A line without a prefix has the source of the line before it. */
function sourceOf({ prefix, prefixes }: Entry, known: ReadonlySet<string>, before: string): string {
	if (prefix) {
		return prefix.source;
	}
	const named = prefixes.filter(({ source }) => source !== '');
	return named.length === 0 ? before : (named.findLast(({ source }) => known.has(source))?.source ?? '');
}

/** Whether Android's log shows with this line that another buffer or process begins. */
function isDivider(text: string): boolean {
	return text.startsWith('-----') && /^-{5,40} (?:beginning of|switch to|PROCESS) /.test(text);
}

function toLine({ line, prefix, source }: Entry, index: number, entries: readonly Entry[]): LogLine[] {
	// Android's log separates entries with headers by an empty line.
	const isBetween = line.text === '' && entries[index + 1]?.prefix?.isAlone === true;
	if (prefix?.isAlone || isBetween) {
		return [];
	}
	const { text, start } = prefix ? partOf(line, prefix.from, prefix.to) : line;
	return [{ text, start, source }];
}
