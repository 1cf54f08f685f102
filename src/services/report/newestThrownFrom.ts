import type { ReportLink } from '../../core/records/write/report/report';
import type { Trace } from '../../core/stack/trace/model';
import type { TableInfo, View } from '../../shared/results';
import type { Frames } from '../frames/frames';
import type { ViewFacts } from '../results/viewFacts';
import type { TraceReader } from '../traces/traceReader';

interface Sources {
	readonly info: Pick<TableInfo, 'columns'>;
	readonly facts: Pick<ViewFacts, 'latest'>;
	readonly traces: Pick<TraceReader, 'read'>;
	readonly frames: Pick<Frames, 'firstOwn' | 'locate'> | undefined;
}

/** Returns the source line that threw a view's newest error. Undefined if no line matches unambiguously. */
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

async function thrownFrom(
	trace: Trace,
	frames: Pick<Frames, 'firstOwn' | 'locate'>,
	signal: AbortSignal,
): Promise<ReportLink | undefined> {
	const frame = await frames.firstOwn(trace, signal);
	const located = frame && (await frames.locate({ frame, trace }, signal));
	if (located?.kind !== 'target') {
		return undefined;
	}
	const { file, line1 } = located.target;
	return { label: `${file.path}:${line1}`, file: file.uri, line1 };
}
