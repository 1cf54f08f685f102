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
		frames: sections.flatMap(stackOf),
		headers: sections.flatMap(({ header }) => header ?? []),
	};
}

/** Returns the frames of a section, innermost first. From a call graph, returns the branch with the most samples. */
export function stackOf(section: Section): Frame[] {
	const frames = section.lines.filter((line) => line.kind !== 'raw');
	return isOutermostFirst(section) ? heaviestBranch(frames).reverse() : frames;
}

interface Branch {
	readonly frame: Frame | undefined;
	readonly count: number;
	readonly depth: number;
	heaviest: Branch | undefined;
}

function heaviestBranch(frames: Frame[]): Frame[] {
	if (isSingleBranch(frames)) {
		return frames;
	}
	const root: Branch = { frame: undefined, count: 0, depth: -1, heaviest: undefined };
	const open = [root];
	for (const frame of frames) {
		const { count, depth } = frame.samples ?? { count: 0, depth: 0 };
		while ((open.at(-1)?.depth ?? -1) >= depth) {
			open.pop();
		}
		const parent = open.at(-1) ?? root;
		const branch: Branch = { frame, count, depth, heaviest: undefined };
		if (count > (parent.heaviest?.count ?? -1)) {
			parent.heaviest = branch;
		}
		open.push(branch);
	}
	const found: Frame[] = [];
	for (let branch = root.heaviest; branch?.frame; branch = branch.heaviest) {
		found.push(branch.frame);
	}
	return found;
}

/** Returns true for equally indented frames. Ignores the first frame, which often has no indentation in copied text. */
function isSingleBranch([first, ...others]: readonly Frame[]): boolean {
	const depth = (frame: Frame | undefined) => frame?.samples?.depth ?? 0;
	const column = (frame: Frame | undefined) => Math.floor(depth(frame));
	const count = (frame: Frame | undefined) => (Number.isInteger(depth(frame)) ? (frame?.samples?.count ?? 0) : 0);
	const [second] = others;
	const isList = others.every((frame) => column(frame) === column(second));
	// In a call graph, the calls of a function have at most as many samples as the function.
	const calls = others.reduce((sum, frame) => sum + count(frame), 0);
	return isList && (column(first) === column(second) || calls > count(first));
}

/** Returns true if the outermost frame of a section comes first, as in Python and in call graphs. */
export function isOutermostFirst(section: Section | undefined): boolean {
	if (section?.platform === 'apple') {
		return section.lines.find((line) => line.kind !== 'raw')?.samples !== undefined;
	}
	// The innermost frame comes first in Python's crash dumps and in frames that a bridge to Java printed.
	const isTraceback = section?.platform === 'python' && section.header?.kind !== 'thread';
	return isTraceback && !section.lines.some(({ text }) => text.includes('at <python>.'));
}

export function headerText({ type, message }: Pick<Header, 'type' | 'message'>): string {
	return [type, message].filter((text) => text !== '').join(': ');
}
