import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { Frame, Trace } from '../../trace/model';
import { type MappedLine, type MappedSection, unmappedSection } from '../result/mapped';
import { plainTrace } from '../result/plainLines';
import type { SymbolFrames } from './symbolTool';

export interface ExplainedFrames {
	readonly asked: readonly Frame[];
	readonly symbols: SymbolFrames;
}

export function explainedCount(explained: readonly ExplainedFrames[]): number {
	return explained.reduce(
		(sum, { symbols }) => sum + (symbols.kind === 'byLine' ? symbols.frames.size : symbols.frames.length),
		0,
	);
}

export function* applySymbols(trace: Trace, explained: readonly ExplainedFrames[]): CooperativeTask<Trace> {
	const byLine = new Map<number, readonly Frame[]>();
	for (const { asked, symbols } of explained) {
		if (symbols.kind === 'byLine') {
			for (const [line, frames] of symbols.frames) {
				byLine.set(line, frames);
			}
		} else if (symbols.frames.length > 0) {
			// The frames can't be assigned to individual lines, so the first line gets all of them.
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
