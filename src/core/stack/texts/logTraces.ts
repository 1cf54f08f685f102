import { getLines } from '../../../shared/lines';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { expandCollapsed, mayBeCollapsed } from '../parse/collapsedTrace';
import { withoutColors } from '../parse/colors';
import { undecorating } from '../parse/decorations';
import { findingTraces, mayBeJson } from '../parse/findTraces';
import { readingLogLines } from '../parse/logLines';
import { parsingReadable } from '../parse/parseTrace';
import { withoutTestReportTags } from '../parse/testReportTags';
import type { TextLine } from '../parse/textLine';
import type { Frame, RawLine, Section, Trace } from '../trace/model';
import { Pieces } from '../trace/pieces';
import { TraceContext, type TraceHint } from '../trace/traceContext';
import { type SourceOffset, type Unescaped, unescaping } from '../trace/unescape';
import type { FrameLink, ReadTrace } from './frameLinks';
import { getLinks } from './frameLinks';
import { readingReportTraces } from './reportTraces';

const minEscapedLength = 40;
/** Maximum length of a line with an escaped trace. Longer lines are probably data. */
const maxEscapedLength = 4_000_000;

/** Finds the traces in a log, including escaped traces within a line. Each source of the log is parsed separately. */
export function* readingLogTraces(text: string, hint: TraceHint): CooperativeTask<ReadTrace[]> {
	const plain = withoutColors(text);
	const { traces: found, rest } = yield* readingReportTraces(plain.text, hint);
	const pieces = new Pieces();
	for (const lines of yield* sourcesOf(rest, hint, found)) {
		for (const trace of yield* getTraces(lines, hint, pieces)) {
			found.push(trace);
		}
	}
	found.sort((one, other) => one.start - other.start);
	return plain.text === text ? found : found.map((trace) => inSource(trace, plain.sourceOffset));
}

function inSource(trace: ReadTrace, place: SourceOffset): ReadTrace {
	const move = <T extends Pick<FrameLink, 'start' | 'end'>>(range: T): T => ({
		...range,
		start: place(range.start),
		end: place(range.end, true),
	});
	return { ...move(trace), links: trace.links.map(move) };
}

function* sourcesOf(
	text: string,
	hint: TraceHint,
	escaped: ReadTrace[],
): CooperativeTask<Iterable<readonly TextLine[]>> {
	const context = new TraceContext(text, hint);
	const lines = yield* linesOf(text, hint, context, escaped);
	const sources = new Map<string, TextLine[]>();
	for (const line of yield* readingLogLines(yield* undecorating(lines, context), context)) {
		const ofSource = sources.get(line.source);
		if (ofSource) {
			ofSource.push(line);
		} else {
			sources.set(line.source, [line]);
		}
	}
	const bare: (readonly TextLine[])[] = [];
	for (const ofSource of sources.values()) {
		bare.push(yield* undecorating(ofSource, context));
	}
	return bare;
}

/** Returns the lines without escaped traces. A trace on a single line is split into its lines. */
function* linesOf(
	text: string,
	hint: TraceHint,
	context: TraceContext,
	escaped: ReadTrace[],
): CooperativeTask<readonly TextLine[]> {
	const lines: TextLine[] = [];
	const pieces = new Pieces();
	for (const { line, start } of getLines(text)) {
		if (pieces.ends(line.length) && (yield)) {
			break;
		}
		if (line.length >= minEscapedLength && line.length <= maxEscapedLength && mayHoldWholeTrace(line)) {
			const inLine = (yield* findingTraces(line, hint)).filter((one) => one.path.length > 0 || one.text.includes('\n'));
			if (inLine.length > 0) {
				for (const { text: own, trace, sourceOffset } of inLine) {
					const place = (offset: number, isEnd?: boolean) => start + sourceOffset(offset, isEnd);
					escaped.push({
						text: own,
						trace,
						start: place(0),
						end: place(own.length, true),
						links: getLinks(trace, own, place),
					});
				}
				continue;
			}
		}
		const whole = withoutTestReportTags({ text: line, start });
		const expanded = mayBeCollapsed(whole.text) ? expandCollapsed(whole, context) : undefined;
		if (expanded) {
			lines.push(...expanded);
		} else {
			lines.push(whole);
		}
	}
	return lines;
}

/** Returns true if the line may contain an entire trace: with escaped line breaks, or as an array of strings in JSON. */
function mayHoldWholeTrace(line: string): boolean {
	return line.includes('\\n') || (mayBeJson(line) && /\[ ?"/.test(line));
}

function* getTraces(lines: readonly TextLine[], hint: TraceHint, pieces: Pieces): CooperativeTask<ReadTrace[]> {
	const found: ReadTrace[] = [];
	const whole = lines.map(({ text }) => text).join('\n');
	if (pieces.ends(whole.length) && (yield)) {
		return found;
	}
	const { sections } = yield* parsingReadable(whole, hint);
	for (const [first, last] of ranges(sections)) {
		const own = lines.slice(first, last + 1);
		const text = own.map((line) => line.text).join('\n');
		if (pieces.ends(text.length) && (yield)) {
			break;
		}
		const plain = yield* unescaping(text);
		const trace = yield* parsingReadable(plain.text, hint);
		const [begin, end] = [own[0], own.at(-1)];
		if (begin && end) {
			const links = plain.text === text ? linksIn(trace, own) : getLinks(trace, plain.text, placeIn(own, plain));
			found.push({ text: plain.text, trace, start: begin.start, end: end.start + end.text.length, links });
		}
	}
	return found;
}

function placeIn(lines: readonly TextLine[], { sourceOffset }: Unescaped): (offset: number) => number {
	let line = 0;
	let lineStart = 0;
	// Offsets are requested in ascending order, so each call starts at the line that the previous call found.
	return (offset) => {
		const source = sourceOffset(offset);
		for (let one = lines[line]; one && source > lineStart + one.text.length; one = lines[++line]) {
			lineStart += one.text.length + 1;
		}
		return (lines[line]?.start ?? 0) + source - lineStart;
	};
}

function linksIn({ sections }: Trace, lines: readonly TextLine[]): FrameLink[] {
	const links: FrameLink[] = [];
	for (const section of sections) {
		for (const line of section.lines) {
			const start = lines[line.line]?.start;
			if (line.kind !== 'raw' && line.link && start !== undefined) {
				const { kind, link, placeLink } = line;
				links.push({ line: line.line, kind, start: start + link.start, end: start + link.end });
				const place = placeLink && lines[placeLink.line]?.start;
				if (placeLink && place !== undefined) {
					links.push({ line: line.line, kind, start: place + placeLink.start, end: place + placeLink.end });
				}
			}
		}
	}
	return links;
}

function ranges(sections: readonly Section[]): [number, number][] {
	const groups: Section[][] = [];
	for (const section of sections) {
		const current = groups.at(-1);
		if (current && (continues(section) || belongsTo(current, section))) {
			current.push(section);
		} else {
			groups.push([section]);
		}
	}
	return groups.flatMap((group): [number, number][] => {
		if (!isTrace(group)) {
			return [];
		}
		const frames = group.flatMap((section) => section.lines.filter(isFrame));
		const ends = group.map(({ header }) => header?.errorLine ?? 0);
		const lines = frames.map(({ line, lastLine = line }) => lastLine);
		const starts = group.flatMap(({ header }) => (header ? [header.firstLine] : []));
		return [
			[
				smallest([...starts, ...frames.slice(0, 1).map(({ line }) => line)]),
				Math.max(lines.at(-1) ?? 0, ends.at(-1) ?? 0),
			],
		];
	});
}

function continues({ header, lines }: Section): boolean {
	switch (header?.kind) {
		case undefined:
			// The section continues the stack after an inner exception or after the frames of another platform.
			return (lines.find(({ text }) => text.trim() !== '') ?? { kind: 'raw' }).kind !== 'raw';
		case 'exception':
		case 'signal':
			return header.depth > 0;
		default:
			return true;
	}
}

/**
 * Returns true if the section belongs to the sections above: a crash after a fatal error, the signal of a crashed
 * thread, or the stack of an exception.
 */
function belongsTo(group: readonly Section[], { header, platform }: Section): boolean {
	const [above] = group.slice(-1);
	if (header?.kind === 'exception' && header.message === '' && platform === 'apple' && group.some(isAppleThread)) {
		return header.type === '' || group.some((section) => section.header?.type === header.type);
	}
	if (!above?.header || !header || platform !== 'apple' || above.lines.some(isFrame)) {
		return false;
	}
	const isException = above.platform === platform && above.header.kind === 'exception';
	if (header.kind === 'signal') {
		return group.length === 1 && (isException || above.header.crashed === true);
	}
	return (
		header.kind === 'exception' &&
		header.message === '' &&
		header.type === (isException ? above.header.type : '') &&
		(isException || above.header.kind === 'signal')
	);
}

function isAppleThread({ header, platform }: Section): boolean {
	return header?.kind === 'thread' && platform === 'apple';
}

/** Returns true if the sections are a trace. A sentence can look like a frame, but not like two frames or a header. */
function isTrace(group: readonly Section[]): boolean {
	const frames = group.flatMap(({ lines }) => lines.filter(isFrame)).filter(isOfPlatform);
	return frames.length > 1 || (frames.length === 1 && (group.some(isTyped) || frames.some(isPlaced)));
}

function isTyped({ header }: Section): boolean {
	return header !== undefined && header.type !== '';
}

function isPlaced({ line1, position, image, mapId }: Frame): boolean {
	return line1 !== undefined || position !== undefined || image !== undefined || mapId !== undefined;
}

function isFrame(line: Frame | RawLine): line is Frame {
	return line.kind !== 'raw';
}

function isOfPlatform({ kind }: Frame): boolean {
	return kind !== 'elided' && kind !== 'gap';
}

function smallest(numbers: readonly number[]): number {
	return numbers.reduce((least, number) => Math.min(least, number), Number.POSITIVE_INFINITY);
}
