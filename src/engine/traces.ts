import { homedir } from 'node:os';
import { isProblem } from '../core/errors';
import { OpenMappings } from '../core/stack/mapping/openMappings';
import { type MapIds, readMapIds } from '../core/stack/mapping/r8/mapIds';
import { findTool, type Machine } from '../core/stack/mapping/tools/findTool';
import { usualToolLimits } from '../core/stack/mapping/tools/runTool';
import { symbolicate } from '../core/stack/mapping/tools/symbolicate';
import { traceNeeds } from '../core/stack/mapping/traceNeeds';
import { turnBack } from '../core/stack/mapping/turnBack';
import type { Trace } from '../core/stack/model';
import { parseTrace } from '../core/stack/parseTrace';
import { readTraces } from '../core/stack/readTraces';
import type { Handlers } from '../shared/rpc';
import type { EngineApi, TraceText } from './protocol';

type TraceMethods = 'readTraces' | 'traceNeeds' | 'mappingIds' | 'turnBack' | 'findSymbolTools' | 'symbolicate';

/** What the engine does about stack traces. */
export function traceHandlers(): Pick<Handlers<EngineApi>, TraceMethods> {
	const mappings = new OpenMappings();
	const machine: Machine = { env: process.env, platform: process.platform, home: homedir() };
	return {
		readTraces: ({ text, format, osName }) => readTraces(text, format, osName),
		traceNeeds: (text) => traceNeeds(parsed(text)),
		mappingIds: ({ paths }, { signal }) => mapIdsOf(paths, signal),
		turnBack: ({ files, ...text }, { signal }) => turnBack(parsed(text), files, mappings, signal),
		findSymbolTools: async ({ tools }) => {
			const found = await Promise.all(tools.map((tool) => findTool(tool, machine)));
			return tools.filter((_tool, index) => found[index] !== undefined);
		},
		symbolicate: ({ files, ...text }, { signal }) => symbolicate(parsed(text), files, machine, usualToolLimits, signal),
	};
}

function parsed({ text, osName }: TraceText): Trace {
	return parseTrace(text, osName === undefined ? {} : { osName });
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
