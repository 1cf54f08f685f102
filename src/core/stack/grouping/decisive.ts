import type { Frame, Header, Section, Trace } from '../trace/model';

/** Looked at in one stack: more are a recursion without end. */
const maxFrames = 4096;
const maxCauses = 8;

export interface Decisive {
	readonly header: Header | undefined;
	/** Innermost first. */
	readonly frames: readonly Frame[];
	/** Indices of the sections that they are of. */
	readonly sections: readonly number[];
}

/** The innermost cause of what was thrown first; else the thread that crashed, or the main one. */
export function decisive({ sections }: Trace): Decisive {
	const chain = causes(sections);
	const innermost = chain.at(-1);
	const header = innermost === undefined ? undefined : sections[innermost]?.header;
	if (chain.some((index) => hasFrames(sections[index]))) {
		return { header, frames: framesOfChain(sections, chain), sections: chain };
	}
	const framed = sections.filter(hasFrames);
	const stopped =
		framed.find((section) => section.header?.crashed === true) ??
		framed.find((section) => section.header?.message === 'main') ??
		framed[0];
	const signal = sections.find((section) => section.header?.kind === 'signal')?.header;
	return {
		header: signal ?? header ?? stopped?.header,
		frames: framesOfSection(stopped),
		sections: stopped ? [sections.indexOf(stopped)] : [],
	};
}

/**
 * Indices of the sections of the first exception with frames and of its causes, outermost first. Suppressed ones and
 * their causes are left out.
 */
function causes(sections: readonly Section[]): number[] {
	const chain: number[] = [];
	let framed = false;
	let depth = 0;
	let suppressed = Number.POSITIVE_INFINITY;
	for (const [index, section] of sections.entries()) {
		const { header } = section;
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
			if (header.kind === 'exception') {
				chain.push(index);
				depth = 0;
				framed = hasFrames(section);
			}
		}
	}
	return chain;
}

/** Frames of the innermost cause; those of the exceptions around it where it has none that count. */
function framesOfChain(sections: readonly Section[], chain: readonly number[]): Frame[] {
	const frames = fullStack(sections, chain, chain.length - 1);
	for (let level = chain.length - 2; level >= 0 && frames.length < maxFrames; level--) {
		frames.push(...fullStack(sections, chain, level));
	}
	return frames;
}

/** With the frames that were left out because the exception around it has them too: `... 12 more`. */
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
	// Stacks go on without a header where the platform changes, or an inner exception of .NET ends.
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
	const frames: Frame[] = [];
	for (const line of section?.lines ?? []) {
		if (line.kind !== 'raw') {
			frames.push(line);
			if (frames.length === maxFrames) {
				break;
			}
		}
	}
	return frames;
}

function hasFrames(section: Section | undefined): boolean {
	return section?.lines.some(({ kind }) => kind !== 'raw' && kind !== 'elided' && kind !== 'gap') === true;
}
