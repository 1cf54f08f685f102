import { normaliseMessage } from '../records/query/normaliseMessage';
import { lastSegment, withoutQuery } from './characters';
import { findTraces } from './findTraces';
import { isLibraryFrame } from './libraryFrame';
import type { Frame, Header, Section, Trace } from './model';
import { parseTrace } from './parseTrace';

/** Goes up when the same trace gives another key. */
export const groupKeyVersion = 3;

/** Deeper frames tell who called, not what failed. */
const mostOwnFrames = 5;
const mostOtherFrames = 3;
/** Looked at in one stack: more are a recursion without end. */
const mostFrames = 4096;
const mostCauses = 8;
/** Of a line of the key (characters). Names that C++ makes of its templates may be of any length. */
const longestLine = 500;

export interface TraceGroup {
	readonly version: number;
	/**
	 * Equal for traces of the same error; '' for a text of blanks. Its lines are what a person reads, title and place,
	 * and then what it takes to tell groups apart: version, basis, platform, type and frames.
	 */
	readonly key: string;
	/** The name of the type, without where it is from; the place where the trace names none. */
	readonly title: string;
	/** `Class.method` of the first frame; without frames, the message. '' where that is the title. */
	readonly place: string;
	/** What the key is made of; a message says the least. */
	readonly basis: 'ownFrames' | 'otherFrames' | 'message';
	/** Of the innermost cause; '' where the trace names none. */
	readonly type: string;
	/** `Class.method`, innermost first, without what differs from build to build. */
	readonly frames: readonly string[];
}

/**
 * What traces of one error have in common: the type of the innermost cause and up to five frames of one's own code,
 * innermost first, without line numbers. Without such frames, three others; without any, type and message.
 */
export function groupKey(
	trace: Trace,
	ownFrame: (frame: Frame) => boolean = (frame) => !isLibraryFrame(frame),
): TraceGroup {
	const { header, frames } = decisive(trace);
	const type = withoutVariables(header?.type ?? '');
	const own = labels(frames, ownFrame, mostOwnFrames);
	if (own.full.length > 0) {
		return group(trace, 'ownFrames', type, own.full, own.short);
	}
	const others = labels(frames, (frame) => !isNoise(frame), mostOtherFrames);
	if (others.full.length > 0) {
		return group(trace, 'otherFrames', type, others.full, others.short);
	}
	return group(trace, 'message', type, [], [normaliseMessage(header?.message || firstText(trace))]);
}

/** The group of a text that is a trace, or JSON with traces in it, of which the first counts. */
export function groupKeyOfText(text: string): TraceGroup {
	return (/^\s*[[{"]/.test(text) ? groupKeyOfTraceIn(text) : undefined) ?? groupKey(parseTrace(text));
}

/** The group of the first trace in a text, such as a record's `error_json`; undefined where there is none. */
export function groupKeyOfTraceIn(text: string): TraceGroup | undefined {
	const [found] = findTraces(text);
	return found && groupKey(found.trace);
}

/** Whether a key is made of a message only, so that a trace found elsewhere says more. */
export function isOfMessage(key: string): boolean {
	return key.split('\n', 4)[3] === ('message' satisfies TraceGroup['basis']);
}

function group(
	{ platform }: Trace,
	basis: TraceGroup['basis'],
	type: string,
	frames: readonly string[],
	words: readonly string[],
): TraceGroup {
	const name = lastPart(type);
	const [title = '', place = ''] = name === '' ? words.slice(0, 1) : [name, ...words];
	const lines = [title, place, groupKeyVersion, basis, platform, type, ...frames];
	const key = lines.map((line) => String(line).slice(0, longestLine)).join('\n');
	return { version: groupKeyVersion, key: title === '' ? '' : key, title, place, basis, type, frames };
}

interface Decisive {
	readonly header: Header | undefined;
	/** Innermost first. */
	readonly frames: readonly Frame[];
}

/** The innermost cause of what was thrown first; else the thread that crashed, or the main one. */
function decisive({ sections }: Trace): Decisive {
	const chain = causes(sections);
	const innermost = chain.at(-1);
	const header = innermost === undefined ? undefined : sections[innermost]?.header;
	if (chain.some((index) => hasFrames(sections[index]))) {
		return { header, frames: framesOfChain(sections, chain) };
	}
	const framed = sections.filter(hasFrames);
	const stopped =
		framed.find((section) => section.header?.crashed === true) ??
		framed.find((section) => section.header?.message === 'main') ??
		framed[0];
	const signal = sections.find((section) => section.header?.kind === 'signal')?.header;
	return { header: signal ?? header ?? stopped?.header, frames: framesOf(stopped) };
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
	for (let level = chain.length - 2; level >= 0 && frames.length < mostFrames; level--) {
		frames.push(...fullStack(sections, chain, level));
	}
	return frames;
}

/** With the frames that were left out because the exception around it has them too: `... 12 more`. */
function fullStack(sections: readonly Section[], chain: readonly number[], level: number): Frame[] {
	const index = chain[level] ?? 0;
	const frames = framesOf(sections[index]);
	const last = frames.at(-1);
	if (
		last?.kind === 'elided' &&
		last.count !== undefined &&
		last.count > 0 &&
		level > 0 &&
		chain.length - level < mostCauses
	) {
		frames.push(...fullStack(sections, chain, level - 1).slice(-last.count));
	}
	// Stacks go on without a header where the platform changes, or an inner exception of .NET ends.
	for (let next = index + 1; next < sections.length && frames.length < mostFrames; next++) {
		const kind = sections[next]?.header?.kind;
		if (kind !== undefined && kind !== 'rethrow') {
			break;
		}
		frames.push(...framesOf(sections[next]));
	}
	return frames;
}

function framesOf(section: Section | undefined): Frame[] {
	const frames: Frame[] = [];
	for (const line of section?.lines ?? []) {
		if (line.kind !== 'raw') {
			frames.push(line);
			if (frames.length === mostFrames) {
				break;
			}
		}
	}
	return frames;
}

function hasFrames(section: Section | undefined): boolean {
	return section?.lines.some(({ kind }) => kind !== 'raw' && kind !== 'elided' && kind !== 'gap') === true;
}

/** Each name once: recursion is as deep as it happens to be. */
function labels(
	frames: Iterable<Frame>,
	wanted: (frame: Frame) => boolean,
	most: number,
): { readonly full: readonly string[]; readonly short: readonly string[] } {
	const found = new Map<string, string>();
	for (const frame of frames) {
		if (frame.kind === 'gap' || frame.kind === 'elided' || frame.flags.includes('synthetic') || !wanted(frame)) {
			continue;
		}
		const { full, short } = labelOf(frame);
		if (full !== '' && !found.has(full)) {
			found.set(full, short);
			if (found.size === most) {
				break;
			}
		}
	}
	return { full: [...found.keys()], short: [...found.values()] };
}

interface Label {
	readonly full: string;
	/** Without where the class is from. */
	readonly short: string;
}

function labelOf(frame: Frame): Label {
	const { enclosing, image, file, position } = frame;
	if (enclosing) {
		const { method } = enclosing;
		const of = (name: string) => (name === '' ? method : `${name}.${method}`);
		if (enclosing.type === '' && file !== undefined) {
			return alike(of(baseName(file)));
		}
		return { full: of(enclosing.type), short: of(lastPart(enclosing.type)) };
	}
	if (file !== undefined) {
		return alike(baseName(file));
	}
	// Without symbols, a place in an image is all there is; it holds for one build.
	const offset = image?.offset ?? (position?.kind === 'aot' ? position.offset : undefined);
	return alike(
		image && offset !== undefined ? `${image.name}+0x${offset.toString(16)}` : (frame.method ?? image?.name ?? ''),
	);
}

function alike(label: string): Label {
	return { full: label, short: label };
}

/** The name of a type without package, namespace or module. */
function lastPart(type: string): string {
	// Dots of type arguments, and of assemblies in them, are behind these.
	const end = type.search(/[<[(`]/);
	const name = end > 0 ? type.slice(0, end) : type;
	return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1) || type;
}

/** Bundlers append a hash to the names of files, and servers a query. */
function baseName(file: string): string {
	return lastSegment(withoutQuery(file)).replace(/[-.][\da-f]{8,64}(?=\.)/i, '');
}

/** How every crash ends, whatever caused it. */
const noise =
	/^(?:abort|abort_message|raise|__pthread_kill|pthread_kill|tgkill|__cxa_throw|objc_exception_throw|objc_terminate|_objc_terminate|__exceptionPreprocess|demangling_terminate_handler|std::(?:__)?terminate|_assertionFailure|swift_\w{0,60}|__rust_\w{0,40}|rust_begin_unwind|panic\w{0,20}|ThrowHelper\w{0,60}|anonymous|next|asyncGeneratorStep|_next)$/;

function isNoise(frame: Frame): boolean {
	const { method = '', type = '', enclosing } = frame;
	return noise.test(enclosing?.method ?? method) || type.endsWith('ThrowHelper') || noise.test(`${type}::${method}`);
}

/** Types that proxies and obfuscators number differ from run to run. */
function withoutVariables(type: string): string {
	return type.replace(/\$\$Lambda\$?\d*(?:\/0x[\da-f]+)?|\$Proxy\d+/g, '');
}

function firstText({ lines }: Trace): string {
	return lines.find((line) => line.trim() !== '') ?? '';
}
