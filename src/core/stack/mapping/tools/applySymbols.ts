import type { Steps } from '../../../common/steps';
import type { Frame, Trace } from '../../trace/model';
import { keptSection, type MappedLine, type MappedSection, plainTrace } from '../result/mapped';
import type { SymbolFrames } from './symbolTool';

/** What was found out about some frames of a trace. */
export interface ExplainedFrames {
	/** Those that were asked about. */
	readonly asked: readonly Frame[];
	readonly symbols: SymbolFrames;
}

/** How many frames of a trace symbols explain. */
export function explainedCount(explained: readonly ExplainedFrames[]): number {
	return explained.reduce(
		(sum, { symbols }) => sum + (symbols.kind === 'byLine' ? symbols.frames.size : symbols.frames.length),
		0,
	);
}

/** The trace as if it had been written with its symbols. Frames that nothing was found about stay as they are. */
export function* applySymbols(trace: Trace, explained: readonly ExplainedFrames[]): Steps<Trace> {
	const byLine = new Map<number, readonly Frame[]>();
	for (const { asked, symbols } of explained) {
		if (symbols.kind === 'byLine') {
			for (const [line, frames] of symbols.frames) {
				byLine.set(line, frames);
			}
		} else if (symbols.frames.length > 0) {
			// The stack as a whole takes the place of all that was asked about.
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
		const kept = yield* keptSection(section, trace);
		const lines: MappedLine[] = [];
		for (const line of kept.lines) {
			yield;
			lines.push(replaced(line));
		}
		sections.push({ ...kept, lines });
	}
	return yield* plainTrace({ platform: trace.platform, sections });
}
