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

/** Reads the records at some positions of a view. */
export async function sampleRecords(
	opened: OpenedRecords,
	columns: AgentColumns,
	view: View,
	most: number,
	signal: AbortSignal,
): Promise<readonly GroupSample[]> {
	const named = (name: string) => columns.open.find((column) => column.name === name)?.index;
	const [error, osName] = [named('error') ?? named('error_json'), named('os_name')];
	const personal = columns.personal.map(({ index }) => index);
	const asked = [...personal, ...(osName === undefined ? [] : [osName])];
	const params = { view, start: 0, end: most, columns: asked, cellLength: 300 };
	const samples: GroupSample[] = [];
	for (const { number, cells } of (await opened.ask('page', params, signal)).rows) {
		const text = error === undefined ? '' : await errorText(opened, number, error, signal);
		const trace = await readTrace(text, osName === undefined ? undefined : cells.at(-1) || undefined, signal);
		samples.push({ number, personal: cells.slice(0, personal.length), trace, error: text });
	}
	return samples;
}

async function errorText(opened: OpenedRecords, number: number, column: number, signal: AbortSignal): Promise<string> {
	const whole = await opened.ask('value', { number, column, limit: maxRead, asShown: true }, signal);
	if (whole !== undefined) {
		return whole;
	}
	const { values } = await opened.ask('record', { number }, signal);
	return (values[column] ?? '').slice(0, maxRead);
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
