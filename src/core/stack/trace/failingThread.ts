import type { Frame, Header, Section, Trace } from './model';
import { otherThreads } from './otherThreads';

export interface FailingThread {
	/** Frames of the stack, innermost first, including elided frames and gaps. */
	readonly frames: readonly Frame[];
	readonly headers: readonly Header[];
}

/** Returns the thread that failed. If the trace doesn't show which one failed, returns all threads. */
export function failingThread(trace: Trace): FailingThread {
	const others = otherThreads(trace);
	const sections = trace.sections.filter((section) => !others.has(section));
	return {
		frames: sections.flatMap((section) => {
			const frames = section.lines.filter((line) => line.kind !== 'raw');
			return isOutermostFirst(section) ? frames.reverse() : frames;
		}),
		headers: sections.flatMap(({ header }) => header ?? []),
	};
}

/** Returns true if the outermost frame of a section comes first, as in Python and in call graphs of `sample`. */
export function isOutermostFirst(section: Section | undefined): boolean {
	if (section?.platform === 'apple' && section.header?.kind === 'thread') {
		return section.lines.find(({ kind }) => kind !== 'raw')?.text.includes('  (in ') === true;
	}
	// The innermost frame comes first in Python's crash dumps and in frames that a bridge to Java printed.
	const isTraceback = section?.platform === 'python' && section.header?.kind !== 'thread';
	return isTraceback && !section.lines.some(({ text }) => text.includes('at <python>.'));
}

export function headerText({ type, message }: Pick<Header, 'type' | 'message'>): string {
	return [type, message].filter((text) => text !== '').join(': ');
}
