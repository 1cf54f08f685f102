import { homedir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isProblem } from '../core/errors';
import { Pace } from '../core/records/query/pace';
import { throwIfAborted } from '../core/service/cancellation';
import { OpenMappings } from '../core/stack/mapping/openMappings';
import { type MapIds, readMapIds } from '../core/stack/mapping/r8/mapIds';
import { findTool, type Machine } from '../core/stack/mapping/tools/findTool';
import { usualToolLimits } from '../core/stack/mapping/tools/runTool';
import { symbolicate } from '../core/stack/mapping/tools/symbolicate';
import { traceNeeds } from '../core/stack/mapping/traceNeeds';
import { turnBack } from '../core/stack/mapping/turnBack';
import type { Trace } from '../core/stack/model';
import { parsingTrace } from '../core/stack/parseTrace';
import { type ReadTrace, readingTraces } from '../core/stack/readTraces';
import type { Handlers } from '../shared/rpc';
import type { EngineApi, TraceText } from './protocol';

type TraceMethods = 'readTraces' | 'traceNeeds' | 'mappingIds' | 'turnBack' | 'findSymbolTools' | 'symbolicate';

/** How long a text may be read (milliseconds); four megabytes of ordinary traces take half a second. */
const longestReading = 15_000;

/** Traces that are told together (UTF-16 units): what the host takes in at once, beside whatever else it does. */
const toldAtOnce = 65_536;
/** The host takes in what has come, however much, before it does anything else (milliseconds). */
const betweenParts = 10;

/** What the engine does about stack traces. */
export function traceHandlers(): Pick<Handlers<EngineApi>, TraceMethods> {
	const mappings = new OpenMappings();
	const machine: Machine = { env: process.env, platform: process.platform, home: homedir() };
	return {
		readTraces: async ({ text, format, osName }, { signal, report }) => {
			const pace = new Pace(signal);
			const { result, hurried } = await pace.through(readingTraces(text, format, osName), longestReading);
			for (const [index, traces] of inParts(result).entries()) {
				if (index > 0) {
					await wait(betweenParts);
					throwIfAborted(signal);
				}
				report(traces);
			}
			return { hurried };
		},
		traceNeeds: async (text, { signal }) => traceNeeds(await parsed(text, signal)),
		mappingIds: ({ paths }, { signal }) => mapIdsOf(paths, signal),
		turnBack: async ({ files, ...text }, { signal }) => turnBack(await parsed(text, signal), files, mappings, signal),
		findSymbolTools: async ({ tools }) => {
			const found = await Promise.all(tools.map((tool) => findTool(tool, machine)));
			return tools.filter((_tool, index) => found[index] !== undefined);
		},
		symbolicate: async ({ files, ...text }, { signal }) =>
			symbolicate(await parsed(text, signal), files, machine, usualToolLimits, signal),
	};
}

/** Where reading it takes too long, the lines that are left are raw. */
async function parsed({ text, osName }: TraceText, signal: AbortSignal): Promise<Trace> {
	const steps = parsingTrace(text, osName === undefined ? {} : { osName });
	return (await new Pace(signal).through(steps, longestReading)).result;
}

function inParts(traces: readonly ReadTrace[]): (readonly ReadTrace[])[] {
	const parts: (readonly ReadTrace[])[] = [];
	let part: ReadTrace[] = [];
	let length = 0;
	for (const trace of traces) {
		part.push(trace);
		length += trace.text.length;
		if (length > toldAtOnce) {
			parts.push(part);
			part = [];
			length = 0;
		}
	}
	if (part.length > 0) {
		parts.push(part);
	}
	return parts;
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
