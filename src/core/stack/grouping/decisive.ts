import { stackOf } from '../trace/failingThread';
import type { Frame, Header, Section, Trace } from '../trace/model';

/** Maximum number of frames to examine per stack. Longer stacks result from infinite recursion. */
const maxFrames = 4096;
const maxCauses = 8;

export interface Decisive {
	readonly header: Header | undefined;
	readonly frames: readonly Frame[];
	readonly sections: readonly number[];
}

/** Returns the innermost cause of the first exception or, if no exception has frames, the crashed or main thread. */
export function decisive({ sections }: Trace): Decisive {
	const isCrash = sections.some((section) => section.header?.crashed === true && hasFrames(section));
	const chain = causes(sections, isCrash);
	const innermost = chain.at(-1);
	const header = innermost === undefined ? undefined : sections[innermost]?.header;
	const signal = sections.find((section) => section.header?.kind === 'signal')?.header;
	if (chain.some((index) => hasFrames(sections[index]))) {
		const isNamed = header !== undefined && (header.type !== '' || header.message !== '');
		return { header: isNamed ? header : (signal ?? header), frames: framesOfChain(sections, chain), sections: chain };
	}
	const framed = sections.filter(hasFrames);
	const stopped =
		framed.find((section) => section.header?.crashed === true) ??
		framed.find((section) => section.header?.message === 'main') ??
		framed[0];
	return {
		header: signal ?? header ?? stopped?.header,
		frames: stopped ? withContinuations(framesOfSection(stopped), sections, sections.indexOf(stopped)) : [],
		sections: stopped ? [sections.indexOf(stopped)] : [],
	};
}

/** Returns the cause chain as section indexes, outermost first. In crash dumps, ignores exceptions without a type. */
function causes(sections: readonly Section[], isCrash: boolean): number[] {
	const chain: number[] = [];
	let framed = false;
	let depth = 0;
	let suppressed = Number.POSITIVE_INFINITY;
	let isDump = isCrash;
	for (const [index, section] of sections.entries()) {
		const { header } = section;
		isDump ||= header?.kind === 'thread';
		if (header?.kind === 'suppressed') {
			suppressed = Math.min(suppressed, header.depth);
		} else if (header?.kind === 'cause') {
			suppressed = header.depth <= suppressed ? Number.POSITIVE_INFINITY : suppressed;
			if (suppressed === Number.POSITIVE_INFINITY && header.depth > depth) {
				chain.push(index);
				depth = header.depth;
				framed ||= hasFrames(section);
			}
		} else if (header !== undefined && header.kind !== 'rethrow') {
			if (framed) {
				break;
			}
			const isText = header.type === '' && header.message !== '';
			if (header.kind === 'exception' && !(isDump && isText)) {
				chain.push(index);
				depth = 0;
				framed = hasFrames(section);
			}
		}
	}
	return chain;
}

function framesOfChain(sections: readonly Section[], chain: readonly number[]): Frame[] {
	const frames = fullStack(sections, chain, chain.length - 1);
	for (let level = chain.length - 2; level >= 0 && frames.length < maxFrames; level--) {
		frames.push(...fullStack(sections, chain, level));
	}
	return frames;
}

/**
 * Returns a stack, including the frames that the trace omits (`... 12 more`) because the enclosing exception has them.
 */
function fullStack(sections: readonly Section[], chain: readonly number[], level: number): Frame[] {
	const index = chain[level] ?? 0;
	const frames = framesOfSection(sections[index]);
	const last = frames.at(-1);
	if (
		last?.kind === 'elided' &&
		last.count !== undefined &&
		last.count > 0 &&
		level > 0 &&
		chain.length - level < maxCauses
	) {
		frames.push(...fullStack(sections, chain, level - 1).slice(-last.count));
	}
	return withContinuations(frames, sections, index);
}

/** Adds the frames of sections that continue the stack on another platform or after an inner .NET exception. */
function withContinuations(frames: Frame[], sections: readonly Section[], index: number): Frame[] {
	for (let next = index + 1; next < sections.length && frames.length < maxFrames; next++) {
		const kind = sections[next]?.header?.kind;
		if (kind !== undefined && kind !== 'rethrow') {
			break;
		}
		frames.push(...framesOfSection(sections[next]));
	}
	return frames;
}

export function framesOfSection(section: Section | undefined): Frame[] {
	const frames = section ? stackOf(section) : [];
	return frames.length > maxFrames ? frames.slice(0, maxFrames) : frames;
}

function hasFrames(section: Section | undefined): boolean {
	return section?.lines.some(({ kind }) => kind !== 'raw' && kind !== 'elided' && kind !== 'gap') === true;
}
