import { fileURLToPath } from 'node:url';
import type { TableInfo, View } from '../../shared/results';
import type { ReportLink } from '../records/write/report/report';
import type { FrameQuestion, FrameTarget, Located } from '../stack/locate/frameTarget';
import { failingThread } from '../stack/trace/failingThread';
import type { Frame, Trace } from '../stack/trace/model';
import type { ViewFacts } from './viewFacts';

export interface RecordTraceReader {
	read(number: number, column: number, signal: AbortSignal): Promise<ReadTraces | undefined>;
}

interface ReadTraces {
	readonly original: readonly TextPart[];
	readonly deobfuscated: readonly TextPart[] | undefined;
	/** Cached stack traces, which the caller must dispose of. */
	readonly opened: Disposable;
}

type TextPart = { readonly kind: 'text' } | { readonly kind: 'trace'; readonly trace: Trace };

export interface FrameLocator {
	firstOwn(trace: Trace, signal?: AbortSignal): Promise<Frame | undefined>;
	locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located>;
}

interface Sources {
	readonly info: Pick<TableInfo, 'columns'>;
	readonly facts: Pick<ViewFacts, 'latest'>;
	readonly traces: RecordTraceReader;
	readonly frames: FrameLocator | undefined;
}

/** Maximum number of frames to locate, including frames that aren't in the user's code. */
const maxLocated = 60;
const maxOwn = 12;

/** Line of the user's code in a stack trace. */
export interface OwnLine {
	/** Absolute path of the source file. */
	readonly path: string;
	/** Undefined if the current source code doesn't contain the line. */
	readonly line1: number | undefined;
}

export function newestThrownFrom(view: View, sources: Sources, signal: AbortSignal): Promise<ReportLink | undefined> {
	return withNewestTrace(view, sources, signal, (trace, frames) => thrownFrom(trace, frames, signal));
}

/** Returns the lines of the user's code in the newest stack trace, innermost first. */
export async function newestOwnLines(view: View, sources: Sources, signal: AbortSignal): Promise<readonly OwnLine[]> {
	const found = await withNewestTrace(view, sources, signal, async (trace, frames) => {
		const lines: OwnLine[] = [];
		for (const frame of failingThread(trace).frames.slice(0, maxLocated)) {
			lines.push(...(lines.length < maxOwn ? ownLines([await frames.locate({ frame, trace }, signal)]) : []));
		}
		return lines;
	});
	return found ?? [];
}

export function ownLines(located: readonly Located[]): readonly OwnLine[] {
	return located.flatMap((one) =>
		one.kind === 'target' && one.target.file.uri.startsWith('file:')
			? [{ path: fileURLToPath(one.target.file.uri), line1: currentLine(one.target) }]
			: [],
	);
}

function currentLine({ line1, lineMapping: { kind } }: FrameTarget): number | undefined {
	return kind === 'gone' || kind === 'clamped' || kind === 'beginning' ? undefined : line1;
}

async function withNewestTrace<T>(
	view: View,
	{ info, facts, traces, frames }: Sources,
	signal: AbortSignal,
	use: (trace: Trace, frames: FrameLocator) => Promise<T | undefined>,
): Promise<T | undefined> {
	const column = info.columns.findIndex(({ name }) => name === 'error');
	const number = column < 0 || !frames ? undefined : await facts.latest(view);
	const read = number === undefined ? undefined : await traces.read(number, column, signal);
	if (!read || !frames) {
		return undefined;
	}
	try {
		const part = (read.deobfuscated ?? read.original).find(({ kind }) => kind === 'trace');
		return part?.kind === 'trace' ? await use(part.trace, frames) : undefined;
	} finally {
		read.opened[Symbol.dispose]();
	}
}

async function thrownFrom(trace: Trace, frames: FrameLocator, signal: AbortSignal): Promise<ReportLink | undefined> {
	const frame = await frames.firstOwn(trace, signal);
	const located = frame && (await frames.locate({ frame, trace }, signal));
	if (located?.kind !== 'target') {
		return undefined;
	}
	const { file, line1 } = located.target;
	return { label: `${file.path}:${line1}`, file: file.uri, line1 };
}
