import type { Section } from '../trace/model';
import type { FrameQuestion } from './frameTarget';

/** Maximum number of characters of a message to search for names that may also occur in a source line. */
export const maxMessageLength = 300;

/** Reduces the trace to the part that is compared with source code, so that sending it to another thread is cheap. */
export function aroundFrame({ frame, trace }: FrameQuestion): FrameQuestion {
	const section = trace.sections.find(({ lines }) => lines.some(({ line }) => line === frame.line));
	return {
		frame,
		trace: { platform: trace.platform, sections: section ? [part(section, frame.line)] : [], lines: [] },
	};
}

function part({ platform, header, lines }: Section, line: number): Section {
	const at = lines.findIndex((one) => one.line === line);
	const above = lines.slice(0, at);
	const called = above.findLastIndex(({ kind }) => kind !== 'raw');
	const retained = above.filter((_line, index) => index === called || index === at - 1);
	const shortened = header && { ...header, message: header.message.slice(0, maxMessageLength) };
	return { platform, header: shortened, lines: [...retained, ...lines.slice(at, at + 1)] };
}
