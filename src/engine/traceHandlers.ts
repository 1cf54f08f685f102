import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '../core/common/cancellation';
import { Pace } from '../core/common/pace';
import { readingFunctions } from '../core/stack/locate/outline/functionsIn';
import { askSources } from '../core/stack/locate/sourceSays';
import { deobfuscate } from '../core/stack/mapping/deobfuscate';
import type { KnownMapIds } from '../core/stack/mapping/knownMapIds';
import { lineOrigins } from '../core/stack/mapping/lineOrigins';
import type { MappingSource } from '../core/stack/mapping/openMappings';
import { findTool, type ToolMachine } from '../core/stack/mapping/tools/findTool';
import { usualToolLimits } from '../core/stack/mapping/tools/runTool';
import { symbolicate } from '../core/stack/mapping/tools/symbolicate';
import { type TraceNeeds, traceNeeds } from '../core/stack/mapping/traceNeeds';
import { parsingTrace } from '../core/stack/parse/parseTrace';
import { readingTraces } from '../core/stack/texts/readTraces';
import type { Trace } from '../core/stack/trace/model';
import type { RecordDetail } from '../shared/results';
import type { CallContext, Handlers } from '../shared/rpc';
import { KeptTraces } from './keptTraces';
import type { EngineApi, TracesText } from './protocol';
import { mappedPiecesOf, readPiecesOf, type TracePiece, toldAtOnce } from './tracePieces';
import { valueText } from './valueText';

type TraceMethods =
	| 'readTraces'
	| 'openTraces'
	| 'openRecordTraces'
	| 'closeTraces'
	| 'askSources'
	| 'functionsIn'
	| 'deobfuscate'
	| 'findSymbolTools'
	| 'symbolicate';

/** What is needed of the rest of the engine, and of the host. */
interface TraceSurroundings {
	/** Waits until the host has processed what was sent. */
	readonly ready: (signal: AbortSignal) => Promise<void>;
	readonly record: (session: string, number: number, context: CallContext<undefined>) => Promise<RecordDetail>;
	/** What opens mapping files. */
	readonly mappings: { readonly source: MappingSource; readonly ids: KnownMapIds };
	/** Reads the traces in a text; `readingTraces` if none is given. */
	readonly reading?: typeof readingTraces;
}

/** How long a text may be read (milliseconds); four megabytes of ordinary traces take half a second. */
const maxReadingMs = 15_000;

/** For whatever else the host has to do, since it takes in all that has come before it does anything else (milliseconds). */
const betweenParts = 10;

/** What the engine does about stack traces. */
export function traceHandlers({
	ready,
	record: recordOf,
	mappings: { source, ids },
	reading = readingTraces,
}: TraceSurroundings): Pick<Handlers<EngineApi>, TraceMethods> {
	const kept = new KeptTraces();
	const machine: ToolMachine = { env: process.env, platform: process.platform, home: homedir() };
	return {
		readTraces: async ({ text, format, osName }, { signal, report }) => {
			const pace = new Pace(signal);
			const { result, cutShort } = await pace.through(reading(text, format, osName), maxReadingMs);
			await tell(
				eachOf(result, (one) => readPiecesOf(one)),
				report,
				ready,
				signal,
			);
			return { cutShort };
		},
		openTraces: async ({ handle, ...text }, { signal }) => {
			const traces = await tracesIn(text, reading, signal);
			const needs = await needsOf(traces, signal);
			kept.keep(handle, traces);
			return needs;
		},
		openRecordTraces: async ({ handle, session, number, ...place }, { signal, report }) => {
			const record = await recordOf(session, number, { signal, report: () => undefined });
			const { text, osName } = valueText(record, place);
			const { result, cutShort } = await new Pace(signal).through(reading(text, 'value', osName), maxReadingMs);
			const traces = result.map(({ trace }) => trace);
			const needs = await needsOf(traces, signal);
			await tell(
				eachOf(result.entries(), ([index, one]) => readPiecesOf(one, needs[index])),
				report,
				ready,
				signal,
			);
			if (traces.length > 0) {
				kept.keep(handle, traces);
			}
			return { record, cutShort };
		},
		closeTraces: ({ handle }) => kept.close(handle),
		deobfuscate: async ({ handle, trace: index, wanted }, { signal, report }) => {
			const trace = kept.find(handle, index);
			if (!trace) {
				return undefined;
			}
			const { mapped, plain, tried, found } = await deobfuscate(trace, wanted, source, ids, signal);
			if (mapped) {
				const { result: origins } = await new Pace(signal).through(lineOrigins(mapped));
				await tell(mappedPiecesOf(plain, origins), report, ready, signal);
			}
			return { leftOut: mapped?.leftOut, tried, found };
		},
		askSources: ({ question, sources }, { signal }) => askSources(question, sources, signal),
		functionsIn: async ({ path, text }, { signal }) =>
			(await new Pace(signal).through(readingFunctions(path, text))).result,
		findSymbolTools: async ({ tools }) => {
			const found = await Promise.all(tools.map((tool) => findTool(tool, machine)));
			return tools.filter((_tool, index) => found[index] !== undefined);
		},
		symbolicate: async ({ handle, trace: index, files }, { signal, report }) => {
			const known = kept.find(handle, index);
			if (!known) {
				return undefined;
			}
			const { trace, ...result } = await symbolicate(known, files, machine, usualToolLimits, signal);
			if (trace) {
				await tell(mappedPiecesOf(trace, []), report, ready, signal);
			}
			return result;
		},
	};
}

/** Where reading takes too long, the lines that are left are raw, or the traces. */
async function tracesIn(
	{ text, holds, osName }: TracesText,
	reading: typeof readingTraces,
	signal: AbortSignal,
): Promise<readonly Trace[]> {
	const pace = new Pace(signal);
	if (holds === 'trace') {
		const steps = parsingTrace(text, osName === undefined ? {} : { osName });
		return [(await pace.through(steps, maxReadingMs)).result];
	}
	const { result } = await pace.through(reading(text, 'value', osName), maxReadingMs);
	return result.map(({ trace }) => trace);
}

async function needsOf(traces: readonly Trace[], signal: AbortSignal): Promise<readonly TraceNeeds[]> {
	const pace = new Pace(signal);
	const needs: TraceNeeds[] = [];
	for (const trace of traces) {
		needs.push((await pace.through(traceNeeds(trace))).result);
	}
	return needs;
}

function* eachOf<T, P>(all: Iterable<T>, partsOf: (one: T) => Iterable<P>): Iterable<P> {
	for (const one of all) {
		yield* partsOf(one);
	}
}

/** Some pieces at a time, as many as the host takes in at once beside whatever else it does. */
async function tell<P extends TracePiece>(
	pieces: Iterable<P>,
	report: (some: readonly P[]) => void,
	ready: (signal: AbortSignal) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	let isFirst = true;
	for (const some of toldAtOnce(pieces)) {
		if (!isFirst) {
			await ready(signal);
			await wait(betweenParts);
			throwIfAborted(signal);
		}
		isFirst = false;
		report(some);
	}
}
