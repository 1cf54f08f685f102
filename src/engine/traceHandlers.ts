import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '../core/common/cancellation';
import { Scheduler } from '../core/common/scheduler';
import { readingFunctions } from '../core/stack/locate/outline/functionsIn';
import { readSourceEvidence } from '../core/stack/locate/sourceEvidence';
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
import { RecentCache } from '../shared/recentCache';
import type { RecordDetail } from '../shared/results';
import type { CallContext, Handlers } from '../shared/rpc';
import type { EngineApi, TracesPlace, TracesText } from './protocol';
import { getMappedPieces, readPiecesOf, reportedAtOnce, type TracePiece } from './tracePieces';
import { valueText } from './valueText';

type TraceMethods =
	| 'readTraces'
	| 'openTraces'
	| 'openRecordTraces'
	| 'closeTraces'
	| 'readSourceEvidence'
	| 'functionsIn'
	| 'deobfuscate'
	| 'findSymbolTools'
	| 'symbolicate';

interface TraceSurroundings {
	readonly ready: (signal: AbortSignal) => Promise<void>;
	readonly record: (session: string, number: number, context: CallContext<undefined>) => Promise<RecordDetail>;
	/** Returns the values of other records of the same app version, from the column that contains the trace. */
	readonly othersOfVersion?: (place: TracesPlace, signal: AbortSignal) => Promise<readonly string[]>;
	readonly mappings: { readonly source: MappingSource; readonly ids: KnownMapIds };
	readonly reading?: typeof readingTraces;
}

/** Time limit for parsing traces, in milliseconds. Four megabytes of typical traces take half a second. */
const maxReadingMs = 15_000;

/** Time limit, in milliseconds, for parsing each value that `othersOfVersion` returns. */
const maxOtherMs = 50;
const maxOtherLength = 65_536;

/** Pause between messages, in milliseconds, so that the extension host can do other work. */
const betweenPartsMs = 10;

export function traceHandlers({
	ready,
	record: getRecord,
	othersOfVersion,
	mappings: { source, ids },
	reading = readingTraces,
}: TraceSurroundings): Pick<Handlers<EngineApi>, TraceMethods> {
	const cached = new TraceCache();
	const machine: ToolMachine = { env: process.env, platform: process.platform, home: homedir() };
	return {
		readTraces: async ({ text, format, osName }, { signal, report }) => {
			const scheduler = new Scheduler(signal);
			const { result, cutShort } = await scheduler.run(reading(text, format, osName), maxReadingMs);
			await reportPieces(
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
			cached.keep(handle, traces);
			return needs;
		},
		openRecordTraces: async ({ handle, session, number, ...place }, { signal, report }) => {
			const record = await getRecord(session, number, { signal, report: () => undefined });
			const { text, osName } = valueText(record, place);
			const { result, cutShort } = await new Scheduler(signal).run(reading(text, 'value', osName), maxReadingMs);
			const traces = result.map(({ trace }) => trace);
			const needs = await needsOf(traces, signal);
			await reportPieces(
				eachOf(result.entries(), ([index, one]) => readPiecesOf(one, needs[index])),
				report,
				ready,
				signal,
			);
			if (traces.length > 0) {
				cached.keep(handle, traces);
			}
			return { record, cutShort };
		},
		closeTraces: ({ handle }) => cached.close(handle),
		deobfuscate: async ({ handle, trace: index, wanted, record }, { signal, report }) => {
			const trace = cached.find(handle, index);
			if (!trace) {
				return undefined;
			}
			const { mapped, plain, tried, found } = await deobfuscate(trace, wanted, source, ids, signal, async () =>
				record && othersOfVersion ? parseAll(await othersOfVersion(record, signal), signal) : [],
			);
			if (mapped) {
				const { result: origins } = await new Scheduler(signal).run(lineOrigins(mapped));
				await reportPieces(getMappedPieces(plain, origins), report, ready, signal);
			}
			return { leftOut: mapped?.leftOut, tried, found };
		},
		readSourceEvidence: ({ question, sources }, { signal }) => readSourceEvidence(question, sources, signal),
		functionsIn: async ({ path, text }, { signal }) =>
			(await new Scheduler(signal).run(readingFunctions(path, text))).result,
		findSymbolTools: async ({ tools }) => {
			const found = await Promise.all(tools.map((tool) => findTool(tool, machine)));
			return tools.filter((_tool, index) => found[index] !== undefined);
		},
		symbolicate: async ({ handle, trace: index, files }, { signal, report }) => {
			const known = cached.find(handle, index);
			if (!known) {
				return undefined;
			}
			const { trace, ...result } = await symbolicate(known, files, machine, usualToolLimits, signal);
			if (trace) {
				await reportPieces(getMappedPieces(trace, []), report, ready, signal);
			}
			return result;
		},
	};
}

async function parseAll(texts: readonly string[], signal: AbortSignal): Promise<readonly Trace[]> {
	const scheduler = new Scheduler(signal);
	const traces: Trace[] = [];
	for (const text of texts.filter(({ length }) => length <= maxOtherLength)) {
		const { result, cutShort } = await scheduler.run(parsingTrace(text), maxOtherMs);
		if (!cutShort) {
			traces.push(result);
		}
	}
	return traces;
}

async function tracesIn(
	{ text, holds, osName }: TracesText,
	reading: typeof readingTraces,
	signal: AbortSignal,
): Promise<readonly Trace[]> {
	const scheduler = new Scheduler(signal);
	if (holds === 'trace') {
		const steps = parsingTrace(text, osName === undefined ? {} : { osName });
		return [(await scheduler.run(steps, maxReadingMs)).result];
	}
	const { result } = await scheduler.run(reading(text, 'value', osName), maxReadingMs);
	return result.map(({ trace }) => trace);
}

async function needsOf(traces: readonly Trace[], signal: AbortSignal): Promise<readonly TraceNeeds[]> {
	const scheduler = new Scheduler(signal);
	const needs: TraceNeeds[] = [];
	for (const trace of traces) {
		needs.push((await scheduler.run(traceNeeds(trace))).result);
	}
	return needs;
}

function* eachOf<T, P>(all: Iterable<T>, getParts: (one: T) => Iterable<P>): Iterable<P> {
	for (const one of all) {
		yield* getParts(one);
	}
}

async function reportPieces<P extends TracePiece>(
	pieces: Iterable<P>,
	report: (some: readonly P[]) => void,
	ready: (signal: AbortSignal) => Promise<void>,
	signal: AbortSignal,
): Promise<void> {
	let isFirst = true;
	for (const some of reportedAtOnce(pieces)) {
		if (!isFirst) {
			await ready(signal);
			await wait(betweenPartsMs);
			throwIfAborted(signal);
		}
		isFirst = false;
		report(some);
	}
}

/** Maximum total size of the cached traces, in characters. It is enough for several hundred record values. */
const maxCachedCharacters = 16_000_000;
/** Memory overhead of a line, expressed as a number of characters. */
const costOfLine = 100;

class TraceCache {
	private readonly cached = new RecentCache<string, readonly Trace[]>(maxCachedCharacters, {
		weightOf: (traces) => traces.reduce(addWeight, 0),
	});

	/** Adds traces to the cache. The newest traces are never evicted, even if they are long. */
	keep(handle: string, traces: readonly Trace[]): void {
		this.cached.set(handle, traces);
	}

	/** Returns a cached trace. If it was evicted, returns undefined, and the caller must parse the text again. */
	find(handle: string, trace: number): Trace | undefined {
		return this.cached.get(handle)?.[trace];
	}

	close(handle: string): void {
		this.cached.delete(handle);
	}
}

function addWeight(sum: number, { lines }: Trace): number {
	return lines.reduce((weight, { length }) => weight + length + costOfLine, sum);
}
