import type { CooperativeTask } from '../../common/cooperativeTask';
import { Pieces } from '../trace/pieces';
import type { TraceContext } from '../trace/traceContext';
import { isMarkedPart } from './decorations';
import { type LogPrefix, logPrefixes, prefixStart } from './logPrefix';
import { kindInTrace, partOf, type TextLine } from './textLine';

interface LogLine extends TextLine {
	/** Source of the line in a log with several sources. May be empty. */
	readonly source: string;
}

interface Entry {
	readonly line: TextLine;
	readonly prefixes: readonly LogPrefix[];
	readonly kind: ReturnType<typeof kindInTrace>;
	prefix: LogPrefix | undefined;
	source: string;
}

/** Maximum number of message lines above a frame. More distant lines belong to other log entries. */
const maxMessageLines = 40;

/** Maximum number of lines above an error that belong to the trace, such as lines of source code in Python. */
const maxCodeLines = 3;

/**
 * Removes log prefixes. Other text can look like one, so a prefix is removed only before a part of a trace or if frames
 * have the same prefix.
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

/** Removes the prefix of a message line if the next frame from the same source has a prefix of the same kind. */
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

export function isPrefixedPart(text: string, context: TraceContext): boolean {
	return prefixStart(text) !== -1 && getEntry({ text, start: 0 }, context).prefix !== undefined;
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
	// Tries shorter prefixes, but not without the tag or process, because such a prefix would be incomplete.
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

function sourceOf({ prefix, prefixes }: Entry, known: ReadonlySet<string>, before: string): string {
	if (prefix) {
		return prefix.source;
	}
	const named = prefixes.filter(({ source }) => source !== '');
	return named.length === 0 ? before : (named.findLast(({ source }) => known.has(source))?.source ?? '');
}

/** Returns true if the line announces the start of another buffer or process in Android's log. */
function isDivider(text: string): boolean {
	return text.startsWith('-----') && /^-{5,40} (?:beginning of|switch to|PROCESS) /.test(text);
}

function toLine({ line, prefix, source }: Entry, index: number, entries: readonly Entry[]): LogLine[] {
	// In Android's log with headers, an empty line separates the entries.
	const isBetween = line.text === '' && entries[index + 1]?.prefix?.isAlone === true;
	if (prefix?.isAlone || isBetween) {
		return [];
	}
	const { text, start } = prefix ? partOf(line, prefix.from, prefix.to) : line;
	return [{ text, start, source }];
}
