import type { Section } from '../trace/model';
import type { FrameQuestion } from './frameTarget';

/** What is behind it in a message says nothing of a line of a source (characters). */
export const maxMessageLength = 300;

/** The same question with as much of the trace as sources are asked about: traces are long, and it may cross a border. */
export function aroundFrame({ frame, trace }: FrameQuestion): FrameQuestion {
	const section = trace.sections.find(({ lines }) => lines.some(({ line }) => line === frame.line));
	return {
		frame,
		trace: { platform: trace.platform, sections: section ? [part(section, frame.line)] : [], lines: [] },
	};
}

/** The line of a frame, what is right above it, and the frame above. */
function part({ platform, header, lines }: Section, line: number): Section {
	const at = lines.findIndex((one) => one.line === line);
	const above = lines.slice(0, at);
	const called = above.findLastIndex(({ kind }) => kind !== 'raw');
	const kept = above.filter((_line, index) => index === called || index === at - 1);
	const shortened = header && { ...header, message: header.message.slice(0, maxMessageLength) };
	return { platform, header: shortened, lines: [...kept, ...lines.slice(at, at + 1)] };
}
