import type { View } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import { readingTraces } from '../../stack/texts/readTraces';
import { failingThread } from '../../stack/trace/failingThread';
import type { Frame, Header, Trace } from '../../stack/trace/model';
import type { OpenedRecords } from '../context/agentContext';
import type { AgentColumns } from '../context/nonPersonalColumns';

export interface GroupSample {
	readonly number: number;
	readonly personal: readonly string[];
	/** Stack trace in the `error` field, if any. It is deobfuscated only if a mapping file certainly matches. */
	readonly trace: SampleTrace | undefined;
	readonly error: string;
}

interface SampleTrace {
	readonly trace: Trace;
	/** Frames of the failing thread, innermost first. */
	readonly frames: readonly Frame[];
	readonly headers: readonly Header[];
}

const maxRead = 524_288;
const maxReadingMs = 100;
const maxPersonal = 300;

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
	const personal = personalOf(values, columns);
	const params = { number, column: error ?? 0, limit: maxRead, asShown: true };
	const whole = error === undefined ? '' : await opened.ask('value', params, signal);
	const text = whole ?? (values[error ?? 0] ?? '').slice(0, maxRead);
	const trace = await readTrace(text, osName === undefined ? undefined : values[osName] || undefined, signal);
	return { number, personal, trace, error: text };
}

export async function personalValues(
	opened: OpenedRecords,
	columns: AgentColumns,
	number: number | undefined,
	signal: AbortSignal,
): Promise<readonly string[]> {
	return number === undefined || columns.personal.length === 0
		? []
		: personalOf((await opened.ask('record', { number }, signal)).values, columns);
}

function personalOf(values: readonly string[], { personal }: AgentColumns): readonly string[] {
	return personal.map(({ index }) => (values[index] ?? '').slice(0, maxPersonal));
}

async function readTrace(
	text: string,
	osName: string | undefined,
	signal: AbortSignal,
): Promise<SampleTrace | undefined> {
	const { result } = await new Scheduler(signal).run(readingTraces(text, 'value', osName), maxReadingMs);
	const [first] = result;
	if (!first) {
		return undefined;
	}
	const { trace } = first;
	return { trace, ...failingThread(trace) };
}
