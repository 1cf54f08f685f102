import type { View } from '../../../shared/results';
import { Pace } from '../../common/pace';
import { readingTraces } from '../../stack/texts/readTraces';
import type { Frame, Header, Trace } from '../../stack/trace/model';
import { otherThreads } from '../../stack/trace/otherThreads';
import type { OpenedRecords } from '../world/agentWorld';
import type { AgentColumns } from '../world/impersonalColumns';

/** A record that stands for its group. */
export interface GroupSample {
	readonly number: number;
	/** Of the record's personal columns. */
	readonly personal: readonly string[];
	/** Where `error` has a trace, the trace; with its original names where these are proven. */
	readonly trace: SampleTrace | undefined;
	/** All of `error`, or its beginning. */
	readonly error: string;
}

interface SampleTrace {
	readonly trace: Trace;
	/** Of what failed, the innermost first as the trace has them. */
	readonly frames: readonly Frame[];
	readonly headers: readonly Header[];
}

/** Of a value, so much is read for its trace (UTF-16 units). */
const maxRead = 65_536;
/** How long it may be read (milliseconds). */
const maxReadingMs = 100;
/** Of a personal value, so much is looked for in texts (UTF-16 units). */
const maxPersonal = 300;

/** Reads the first records of a view. */
export async function sampleRecords(
	opened: OpenedRecords,
	columns: AgentColumns,
	view: View,
	most: number,
	signal: AbortSignal,
): Promise<readonly GroupSample[]> {
	const params = { view, start: 0, end: most, columns: [], cellLength: 0 };
	const samples: GroupSample[] = [];
	for (const { number } of (await opened.ask('page', params, signal)).rows) {
		samples.push(await sampleRecord(opened, columns, number, signal));
	}
	return samples;
}

export async function sampleRecord(
	opened: OpenedRecords,
	columns: AgentColumns,
	number: number,
	signal: AbortSignal,
): Promise<GroupSample> {
	const named = (name: string) => columns.open.find((column) => column.name === name)?.index;
	const [error, osName] = [named('error') ?? named('error_json'), named('os_name')];
	const { values } = await opened.ask('record', { number }, signal);
	const personal = columns.personal.map(({ index }) => (values[index] ?? '').slice(0, maxPersonal));
	const params = { number, column: error ?? 0, limit: maxRead, asShown: true };
	const whole = error === undefined ? '' : await opened.ask('value', params, signal);
	const text = whole ?? (values[error ?? 0] ?? '').slice(0, maxRead);
	const trace = await readTrace(text, osName === undefined ? undefined : values[osName] || undefined, signal);
	return { number, personal, trace, error: text };
}

async function readTrace(
	text: string,
	osName: string | undefined,
	signal: AbortSignal,
): Promise<SampleTrace | undefined> {
	const { result } = await new Pace(signal).through(readingTraces(text, 'value', osName), maxReadingMs);
	const [first] = result;
	if (!first) {
		return undefined;
	}
	const { trace } = first;
	const others = otherThreads(trace);
	const sections = trace.sections.filter((section) => !others.has(section));
	return {
		trace,
		frames: sections.flatMap(({ lines }) => lines.filter((line) => line.kind !== 'raw')),
		headers: sections.flatMap(({ header }) => header ?? []),
	};
}
