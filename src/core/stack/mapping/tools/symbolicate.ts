import { dirname, join } from 'node:path';
import type { CooperativeTask } from '../../../common/cooperativeTask';
import { isProblem, type Problem } from '../../../common/errors';
import { Scheduler } from '../../../common/scheduler';
import type { Frame, Trace } from '../../trace/model';
import { type MappedLine, type MappedSection, unmappedSection } from '../result/mapped';
import { plainTrace } from '../result/plainLines';
import { atosRun } from './atos';
import { readBuildIds } from './buildIds';
import { findTool, type ToolMachine, type ToolProgram } from './findTool';
import { flutterSymbolizeRun } from './flutterSymbolize';
import { llvmSymbolizerRun, ndkStackRun } from './nativeSymbols';
import { runTool, type ToolEnd, type ToolLimits } from './runTool';
import { type SymbolNeed, symbolNeeds } from './symbolNeeds';
import { isAbsolutePath, type NoRun, type SymbolFrames, type SymbolRun, type SymbolTool } from './symbolTool';

export interface SymbolFile {
	readonly need: number;
	/** Absolute path of a dSYM bundle, a symbol file in a bundle, a library with symbols, or a Flutter symbol file. */
	readonly path: string;
}

export type SymbolFailure =
	| NoRun
	| { readonly kind: 'otherBuild'; readonly wanted: string; readonly found: readonly string[] }
	| {
			readonly kind: 'unreadable';
			readonly fault: Extract<Problem, { kind: 'disk' }>['fault'];
			readonly code: string;
	  }
	| { readonly kind: 'toolMissing'; readonly tools: readonly SymbolTool[] }
	| ({ readonly tool: SymbolTool } & Exclude<ToolEnd, { kind: 'done' }>)
	| { readonly kind: 'nothingFound'; readonly tool: SymbolTool };

export interface Symbolicated {
	readonly trace: Trace | undefined;
	readonly explained: number;
	readonly failures: readonly { readonly file: SymbolFile; readonly failure: SymbolFailure }[];
}

interface ExplainedFrames {
	readonly asked: readonly Frame[];
	readonly symbols: SymbolFrames;
}

/** Runs a symbol tool. Must be called only at the user's request and in a trusted workspace. Throws `cancelled`. */
export async function symbolicate(
	trace: Trace,
	files: readonly SymbolFile[],
	machine: ToolMachine,
	limits: ToolLimits,
	signal: AbortSignal,
): Promise<Symbolicated> {
	const scheduler = new Scheduler(signal);
	const { result: needs } = await scheduler.run(symbolNeeds(trace));
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
	const { result: applied } = count > 0 ? await scheduler.run(applySymbols(trace, explained)) : { result: undefined };
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

/** Returns the path of the symbol file. A dSYM bundle is a folder that contains a symbol file for each image. */
function symbolsIn(path: string, { file }: SymbolNeed): string {
	return file.kind === 'dSym' && /\.dSYM[\\/]?$/i.test(path)
		? join(path, 'Contents', 'Resources', 'DWARF', file.image)
		: path;
}

/** Compares the build IDs, because every address would get a wrong name from symbols of another build. */
async function otherBuild(symbols: string, { file }: SymbolNeed): Promise<SymbolFailure | undefined> {
	const wanted = (file.kind === 'dSym' ? file.uuid : file.buildId)?.replaceAll('-', '').toLowerCase();
	if (wanted === undefined || !isAbsolutePath(symbols)) {
		return undefined;
	}
	const found = await readBuildIds(symbols);
	// Some crash reporters print only the first digits of the ID, so prefixes are compared.
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

function explainedCount(explained: readonly ExplainedFrames[]): number {
	return explained.reduce(
		(sum, { symbols }) => sum + (symbols.kind === 'byLine' ? symbols.frames.size : symbols.frames.length),
		0,
	);
}

function* applySymbols(trace: Trace, explained: readonly ExplainedFrames[]): CooperativeTask<Trace> {
	const byLine = new Map<number, readonly Frame[]>();
	for (const { asked, symbols } of explained) {
		if (symbols.kind === 'byLine') {
			for (const [line, frames] of symbols.frames) {
				byLine.set(line, frames);
			}
		} else if (symbols.frames.length > 0) {
			// The frames can't be assigned to lines, so all of them replace the first line.
			for (const [index, { line }] of asked.entries()) {
				byLine.set(line, index === 0 ? symbols.frames : []);
			}
		}
	}
	const replaced = (line: MappedLine): MappedLine => {
		const frames = line.source.kind === 'raw' ? undefined : byLine.get(line.source.line);
		return frames
			? {
					...line,
					outcome: frames.length > 0 ? 'mapped' : 'removed',
					frames: frames.map((frame) => ({ frame, fileInferred: false, library: false })),
				}
			: line;
	};
	const sections: MappedSection[] = [];
	for (const section of trace.sections) {
		const unchanged = yield* unmappedSection(section, trace);
		const lines: MappedLine[] = [];
		for (const line of unchanged.lines) {
			yield;
			lines.push(replaced(line));
		}
		sections.push({ ...unchanged, lines });
	}
	return yield* plainTrace({ platform: trace.platform, sections });
}
