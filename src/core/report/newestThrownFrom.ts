import type { TableInfo, View } from '../../shared/results';
import type { ReportLink } from '../records/write/report/report';
import type { FrameQuestion, Located } from '../stack/locate/frameTarget';
import type { Frame, Trace } from '../stack/trace/model';
import type { ViewFacts } from './viewFacts';

export interface RecordTraceReader {
	read(number: number, column: number, signal: AbortSignal): Promise<ReadTraces | undefined>;
}

interface ReadTraces {
	readonly original: readonly TextPart[];
	readonly deobfuscated: readonly TextPart[] | undefined;
	/** Cached traces, which the caller must dispose of. */
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

export async function newestThrownFrom(
	view: View,
	{ info, facts, traces, frames }: Sources,
	signal: AbortSignal,
): Promise<ReportLink | undefined> {
	const column = info.columns.findIndex(({ name }) => name === 'error');
	const number = column < 0 || !frames ? undefined : await facts.latest(view);
	const read = number === undefined ? undefined : await traces.read(number, column, signal);
	if (!read || !frames) {
		return undefined;
	}
	try {
		const part = (read.deobfuscated ?? read.original).find(({ kind }) => kind === 'trace');
		return part?.kind === 'trace' ? await thrownFrom(part.trace, frames, signal) : undefined;
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
