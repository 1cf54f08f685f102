import { dirname, join } from 'node:path';
import { isProblem, type Problem } from '../../../common/errors';
import { Pace } from '../../../common/pace';
import type { Trace } from '../../trace/model';
import { applySymbols, type ExplainedFrames, explainedCount } from './applySymbols';
import { atosRun } from './atos';
import { readBuildIds } from './buildIds';
import { findTool, type ToolMachine, type ToolProgram } from './findTool';
import { flutterSymbolizeRun } from './flutterSymbolize';
import { llvmSymbolizerRun, ndkStackRun } from './nativeSymbols';
import { runTool, type ToolEnd, type ToolLimits } from './runTool';
import { type SymbolNeed, symbolNeeds } from './symbolNeeds';
import { isAbsolutePath, type NoRun, type SymbolRun, type SymbolTool } from './symbolTool';

/** A file with symbols, for one of the needs of a trace. */
export interface SymbolFile {
	/** Place in `symbolNeeds` of the trace. */
	readonly need: number;
	/** Absolute: the file within a dSYM folder, a library with its symbols, or what Flutter split off. */
	readonly path: string;
}

/** Why a file with symbols explained nothing. */
export type SymbolFailure =
	| NoRun
	/** The file names the builds that it is of, and the trace is of none of them. Hexadecimal digits. */
	| { readonly kind: 'otherBuild'; readonly wanted: string; readonly found: readonly string[] }
	| {
			readonly kind: 'unreadable';
			readonly fault: Extract<Problem, { kind: 'disk' }>['fault'];
			readonly code: string;
	  }
	/** Any of them would do. */
	| { readonly kind: 'toolMissing'; readonly tools: readonly SymbolTool[] }
	| ({ readonly tool: SymbolTool } & Exclude<ToolEnd, { kind: 'done' }>)
	/** The program ran and knew none of the addresses. */
	| { readonly kind: 'nothingFound'; readonly tool: SymbolTool };

export interface Symbolicated {
	/** Undefined when no frame was explained. */
	readonly trace: Trace | undefined;
	/** Of those that were asked about. */
	readonly explained: number;
	readonly failures: readonly { readonly file: SymbolFile; readonly failure: SymbolFailure }[];
}

/**
 * Explains frames with programs of this machine. Only ever called because a person asked for it in a workspace that is
 * trusted, which whoever calls it sees to.
 * @throws AppError `cancelled`
 */
export async function symbolicate(
	trace: Trace,
	files: readonly SymbolFile[],
	machine: ToolMachine,
	limits: ToolLimits,
	signal: AbortSignal,
): Promise<Symbolicated> {
	const pace = new Pace(signal);
	const { result: needs } = await pace.through(symbolNeeds(trace));
	const explained: ExplainedFrames[] = [];
	const failures: Symbolicated['failures'][number][] = [];
	for (const file of files) {
		const need = needs[file.need];
		const result = need && (await explain(need, file.path, trace, machine, limits, signal).catch(failureOnDisk));
		if (result && 'asked' in result) {
			explained.push(result);
		} else if (result) {
			failures.push({ file, failure: result });
		}
	}
	const count = explainedCount(explained);
	const { result: applied } = count > 0 ? await pace.through(applySymbols(trace, explained)) : { result: undefined };
	return { trace: applied, explained: count, failures };
}

function failureOnDisk(error: unknown): SymbolFailure {
	if (!isProblem(error, 'disk')) {
		throw error;
	}
	const { fault, code } = error.problem;
	return { kind: 'unreadable', fault, code };
}

async function explain(
	need: SymbolNeed,
	path: string,
	trace: Trace,
	machine: ToolMachine,
	limits: ToolLimits,
	signal: AbortSignal,
): Promise<ExplainedFrames | SymbolFailure> {
	const found = await firstOf(need.tools, machine);
	if (!found) {
		return { kind: 'toolMissing', tools: need.tools };
	}
	const { tool, program } = found;
	const symbols = symbolsIn(path, need);
	const other = await otherBuild(symbols, need);
	if (other) {
		return other;
	}
	const run = runOf(tool, need, symbols, trace.lines.join('\n'));
	if (!('tool' in run)) {
		return run;
	}
	const end = await runTool(program, run, limits, signal);
	if (end.kind !== 'done') {
		return { ...end, tool };
	}
	const explained = { asked: need.frames, symbols: run.read(end.output) };
	return explainedCount([explained]) > 0 ? explained : { kind: 'nothingFound', tool };
}

/** A dSYM is a folder, with the symbols of one image or of several in it. */
function symbolsIn(path: string, { file }: SymbolNeed): string {
	return file.kind === 'dSym' && /\.dSYM[\\/]?$/i.test(path)
		? join(path, 'Contents', 'Resources', 'DWARF', file.image)
		: path;
}

/** Symbols of another build explain every address, with names that have nothing to do with it. */
async function otherBuild(symbols: string, { file }: SymbolNeed): Promise<SymbolFailure | undefined> {
	const wanted = (file.kind === 'dSym' ? file.uuid : file.buildId)?.replaceAll('-', '').toLowerCase();
	if (wanted === undefined || !isAbsolutePath(symbols)) {
		return undefined;
	}
	const found = await readBuildIds(symbols);
	// Some reporters print the beginning only.
	const same = found.some((id) => id.startsWith(wanted) || wanted.startsWith(id));
	return found.length === 0 || same ? undefined : { kind: 'otherBuild', wanted, found };
}

async function firstOf(
	tools: readonly SymbolTool[],
	machine: ToolMachine,
): Promise<{ readonly tool: SymbolTool; readonly program: ToolProgram } | undefined> {
	for (const tool of tools) {
		const program = await findTool(tool, machine);
		if (program) {
			return { tool, program };
		}
	}
	return undefined;
}

function runOf(tool: SymbolTool, { frames, appleImage }: SymbolNeed, symbols: string, text: string): SymbolRun | NoRun {
	switch (tool) {
		case 'atos':
			return atosRun(frames, symbols, appleImage);
		case 'llvmSymbolizer':
			return llvmSymbolizerRun(frames, symbols);
		case 'ndkStack':
			return ndkStackRun(frames, dirname(symbols), text);
		case 'flutter':
			return flutterSymbolizeRun(frames, symbols, text);
	}
}
