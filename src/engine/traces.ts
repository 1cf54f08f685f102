import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { throwIfAborted } from '../core/common/cancellation';
import { isProblem } from '../core/common/errors';
import { Pace } from '../core/common/pace';
import { lineOrigins } from '../core/stack/mapping/lineOrigins';
import { OpenMappings } from '../core/stack/mapping/openMappings';
import { type MapIds, readMapIds } from '../core/stack/mapping/r8/mapIds';
import { findTool, type Machine } from '../core/stack/mapping/tools/findTool';
import { usualToolLimits } from '../core/stack/mapping/tools/runTool';
import { symbolicate } from '../core/stack/mapping/tools/symbolicate';
import { traceNeeds } from '../core/stack/mapping/traceNeeds';
import { turnBack } from '../core/stack/mapping/turnBack';
import { parsingTrace } from '../core/stack/parse/parseTrace';
import { readingTraces } from '../core/stack/texts/readTraces';
import type { Trace } from '../core/stack/trace/model';
import type { Handlers } from '../shared/rpc';
import type { EngineApi, TraceText } from './protocol';
import { mappedPiecesOf, readPiecesOf, type TracePiece, toldAtOnce } from './tracePieces';

type TraceMethods = 'readTraces' | 'traceNeeds' | 'mappingIds' | 'turnBack' | 'findSymbolTools' | 'symbolicate';

/** How long a text may be read (milliseconds); four megabytes of ordinary traces take half a second. */
const longestReading = 15_000;

/** For whatever else the host has to do, since it takes in all that has come before it does anything else (milliseconds). */
const betweenParts = 10;

/**
 * What the engine does about stack traces.
 * @param ready Waits until the host has taken in what was told.
 */
export function traceHandlers(ready: (signal: AbortSignal) => Promise<void>): Pick<Handlers<EngineApi>, TraceMethods> {
	const mappings = new OpenMappings();
	const machine: Machine = { env: process.env, platform: process.platform, home: homedir() };
	return {
		readTraces: async ({ text, format, osName }, { signal, report }) => {
			const pace = new Pace(signal);
			const { result, hurried } = await pace.through(readingTraces(text, format, osName), longestReading);
			await tell(eachOf(result, readPiecesOf), report, ready, signal);
			return { hurried };
		},
		traceNeeds: async (text, { signal }) =>
			(await new Pace(signal).through(traceNeeds(await parsed(text, signal)))).result,
		mappingIds: ({ paths }, { signal }) => mapIdsOf(paths, signal),
		turnBack: async ({ files, ...text }, { signal, report }) => {
			const { mapped, plain, tried } = await turnBack(await parsed(text, signal), files, mappings, signal);
			if (mapped) {
				const { result: origins } = await new Pace(signal).through(lineOrigins(mapped));
				await tell(mappedPiecesOf(plain, origins), report, ready, signal);
			}
			return { leftOut: mapped?.leftOut, tried };
		},
		findSymbolTools: async ({ tools }) => {
			const found = await Promise.all(tools.map((tool) => findTool(tool, machine)));
			return tools.filter((_tool, index) => found[index] !== undefined);
		},
		symbolicate: async ({ files, ...text }, { signal, report }) => {
			const { trace, ...result } = await symbolicate(
				await parsed(text, signal),
				files,
				machine,
				usualToolLimits,
				signal,
			);
			if (trace) {
				await tell(mappedPiecesOf(trace, []), report, ready, signal);
			}
			return result;
		},
	};
}

/** Where reading it takes too long, the lines that are left are raw. */
async function parsed({ text, osName }: TraceText, signal: AbortSignal): Promise<Trace> {
	const steps = parsingTrace(text, osName === undefined ? {} : { osName });
	return (await new Pace(signal).through(steps, longestReading)).result;
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

/** One after another: each is read as a whole. */
async function mapIdsOf(paths: readonly string[], signal: AbortSignal): Promise<(readonly MapIds[])[]> {
	const ids: (readonly MapIds[])[] = [];
	for (const path of paths) {
		ids.push(await readMapIds(path, signal).catch(noneOnDisk));
	}
	return ids;
}

/** What cannot be read is told when it is used. */
function noneOnDisk(error: unknown): readonly MapIds[] {
	if (isProblem(error, 'disk')) {
		return [];
	}
	throw error;
}
