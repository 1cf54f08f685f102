import type { LineOrigin } from '../core/stack/mapping/lineOrigins';
import type { TraceNeeds } from '../core/stack/mapping/traceNeeds';
import type { FrameLink, ReadTrace } from '../core/stack/texts/frameLinks';
import type { Frame, Platform, RawLine, Section, Trace } from '../core/stack/trace/model';

/** Maximum number of lines per message. Each line blocks the sender and receiver for several microseconds. */
const maxLines = 2_000;
/** Number of UTF-16 code units whose transfer takes as long as the fixed overhead of one line. */
const charactersOfLine = 1024;

/** Piece of a trace that is too long for one message. `TraceJoint` joins the pieces. */
export interface TracePiece {
	readonly sections: readonly SectionPiece[];
	readonly lines: readonly string[];
}

interface SectionPiece {
	/** Section that starts in this piece, without its lines. Undefined if this piece continues the previous section. */
	readonly begins: Omit<Section, 'lines'> | undefined;
	readonly lines: readonly (Frame | RawLine)[];
}

interface TraceBeginning extends Omit<ReadTrace, 'trace' | 'links'>, Pick<Trace, 'platform'> {
	readonly needs?: TraceNeeds | undefined;
}

export interface ReadTracePiece extends TracePiece {
	readonly begins: TraceBeginning | undefined;
	readonly links: readonly FrameLink[];
}

export interface MappedTracePiece extends TracePiece {
	readonly platform: Platform;
	readonly origins: readonly (readonly [line: number, LineOrigin])[];
}

/** Splits a trace into pieces. An empty trace has one piece. */
function* piecesOf({ sections, lines }: Trace): Generator<TracePiece, void, void> {
	let pieceSections: SectionPiece[] = [];
	let room = maxLines;
	let line = 0;
	const piece = (): TracePiece => {
		const from = line;
		line += maxLines;
		const made = { sections: pieceSections, lines: lines.slice(from, line) };
		pieceSections = [];
		room = maxLines;
		return made;
	};
	for (const { lines: own, ...section } of sections) {
		let at = 0;
		do {
			const taken = own.slice(at, at + room);
			pieceSections.push({ begins: at === 0 ? section : undefined, lines: taken });
			at += taken.length;
			room -= taken.length + 1;
			if (room <= 0) {
				yield piece();
			}
		} while (at < own.length);
	}
	do {
		yield piece();
	} while (line < lines.length);
}

export function* readPiecesOf(
	{ trace, links, ...place }: ReadTrace,
	needs?: TraceNeeds,
): Generator<ReadTracePiece, void, void> {
	const begins = { ...place, platform: trace.platform, needs };
	for (const { piece, index, more } of besides(trace, links)) {
		yield { ...piece, begins: index === 0 ? begins : undefined, links: more };
	}
}

export function* getMappedPieces(
	trace: Trace,
	origins: MappedTracePiece['origins'],
): Generator<MappedTracePiece, void, void> {
	for (const { piece, more } of besides(trace, origins)) {
		yield { ...piece, platform: trace.platform, origins: more };
	}
}

export function* reportedAtOnce<P extends TracePiece>(pieces: Iterable<P>): Generator<readonly P[], void, void> {
	let group: P[] = [];
	let room = maxLines;
	for (const piece of pieces) {
		group.push(piece);
		room -= costOf(piece);
		if (room <= 0) {
			yield group;
			group = [];
			room = maxLines;
		}
	}
	if (group.length > 0) {
		yield group;
	}
}

function costOf({ lines, sections }: TracePiece): number {
	const characters = lines.reduce((sum, { length }) => sum + length, 0);
	return 1 + Math.max(lines.length, sections.length) + characters / charactersOfLine;
}

function* besides<T>(
	trace: Trace,
	all: readonly T[],
): Generator<{ readonly piece: TracePiece; readonly index: number; readonly more: readonly T[] }, void, void> {
	const moreOf = (index: number) => all.slice(index * maxLines, (index + 1) * maxLines);
	let index = 0;
	for (const piece of piecesOf(trace)) {
		yield { piece, index, more: moreOf(index) };
		index++;
	}
	for (; index * maxLines < all.length; index++) {
		yield { piece: { sections: [], lines: [] }, index, more: moreOf(index) };
	}
}

export class TraceJoint {
	readonly trace: Trace;
	private readonly sections: Section[] = [];
	private readonly lines: string[] = [];
	private open: (Frame | RawLine)[] = [];

	constructor(platform: Platform) {
		this.trace = { platform, sections: this.sections, lines: this.lines };
	}

	add({ sections, lines }: TracePiece): void {
		append(this.lines, lines);
		for (const { begins, lines: own } of sections) {
			if (begins) {
				this.open = [];
				this.sections.push({ ...begins, lines: this.open });
			}
			append(this.open, own);
		}
	}
}

/** Appends items one by one, because spreading a long list into `push` would overflow the call stack. */
export function append<T>(to: T[], more: readonly T[]): void {
	for (const one of more) {
		to.push(one);
	}
}
