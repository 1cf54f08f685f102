import { type ErrorValue, encodeGroupValue, groupVersion } from '../../../shared/groupValue';
import type { CooperativeTask } from '../../common/cooperativeTask';
import { noOwnCode } from '../own/ownCode';
import { OwnFrameTest } from '../own/ownFrameTest';
import { findingTraces, mayBeJson } from '../parse/findTraces';
import { parsingTrace } from '../parse/parseTrace';
import { isRule } from '../trace/characters';
import { type FrameLabel, getLabel, lastPart } from '../trace/frameLabel';
import type { Frame, Header, Platform, Trace } from '../trace/model';
import { normaliseMessage } from './normaliseMessage';
import { isMade, OwnFrames } from './ownFrames';

/**
 * Maximum number of frames in the user's code per group key. Frames farther from the failure describe callers rather
 * than the error.
 */
const maxOwnFrames = 5;
const maxOtherFrames = 3;
const maxMessageLines = 3;
/** Maximum length of a name or message in a group key. The names of C++ templates can be much longer. */
const maxMessageLength = 500;

interface TraceGroup extends ErrorValue {
	/** Key shared by all traces of the same error. Empty if the trace is blank. */
	readonly key: string;
}

/**
 * Returns the group of a trace. The key contains the type of the innermost cause and up to five frames in the user's
 * code or up to three other frames, without line numbers. If there are no frames, the key contains the type and
 * message.
 */
export function groupKey(
	trace: Trace,
	isOwn: (frame: Frame) => boolean = new OwnFrameTest(noOwnCode).isOwn,
): TraceGroup {
	return groupOfFrames(new OwnFrames(trace, isOwn)).group;
}

interface FramesGroup {
	readonly group: TraceGroup;
	readonly isOfOwnFrames: boolean;
}

function groupOfFrames(ownFrames: OwnFrames): FramesGroup {
	const { trace, decisive, isOwn: ownFrame } = ownFrames;
	const { header, frames } = decisive;
	const type = withoutVariables(header?.type ?? '');
	const own = labels((index) => ownFrames.ofKeyAt(index), maxOwnFrames);
	const others = (some: readonly Frame[]) => {
		let next = 0;
		const isOther = (frame: Frame) => !isMade(frame) && !isNoise(frame) && !ownFrame(frame);
		return labels(() => {
			while (next < some.length) {
				const frame = some[next++];
				if (frame && isOther(frame)) {
					return frame;
				}
			}
			return undefined;
		}, maxOtherFrames);
	};
	const basis = own.length > 0 ? 'ownFrames' : 'otherFrames';
	const found = own.length > 0 ? own : others(frames);
	if (found.length === 0) {
		return {
			group: group(ownFrames.platform, 'message', type, normaliseMessage(header?.message || firstText(trace)), []),
			isOfOwnFrames: false,
		};
	}
	if (found !== own && isScriptError(type) && (ownFrames.platform === 'jvm' || ownFrames.platform === 'apple')) {
		// These frames only forward an error from a script, so the message identifies the error.
		const message = normaliseMessage(header?.message ?? '');
		return { group: group(ownFrames.platform, 'message', type, message, []), isOfOwnFrames: false };
	}
	if (found.some(({ shows }) => shows === 'source')) {
		return { group: group(ownFrames.platform, basis, type, '', found), isOfOwnFrames: found === own };
	}
	const message = messageOf(header);
	if (message !== '' && found.every(({ shows }) => shows === 'nothing')) {
		const chunks = found.filter(({ isChunk }) => isChunk);
		return { group: group(ownFrames.platform, 'message', type, message, chunks), isOfOwnFrames: false };
	}
	// If only the image names of the user's frames are known, the key also contains the functions that these frames
	// call.
	const called = own.every(({ shows }) => shows === 'image') ? others(before(frames, ownFrame)) : [];
	const symbols = called.filter(({ shows }) => shows !== 'image');
	// Uses the message up to the first colon, because the rest usually differs between occurrences.
	const [about = ''] = message.split(/:(?: |$)/, 1);
	return { group: group(ownFrames.platform, basis, type, about, [...found, ...symbols]), isOfOwnFrames: false };
}

function isScriptError(type: string): boolean {
	return /^(?:(?:Type|Range|Reference|Syntax|Eval|URI|Aggregate)?Error|Invariant Violation)$/.test(type);
}

export function* groupedTrace(text: string): CooperativeTask<Trace> {
	const within = mayBeJson(text) ? yield* firstTraceIn(text) : undefined;
	return within ?? (yield* parsingTrace(text));
}

export function* firstTraceIn(text: string): CooperativeTask<Trace | undefined> {
	const [found] = yield* findingTraces(text);
	return found?.trace;
}

export class TraceGrouping {
	readonly ownFrames: OwnFrames;
	private made: FramesGroup | undefined;

	constructor(
		trace: Trace,
		own: OwnFrameTest,
		readonly isDeobfuscated = false,
	) {
		this.ownFrames = new OwnFrames(trace, isDeobfuscated ? own.isOwnKnown : own.isOwn);
	}

	get group(): TraceGroup {
		return this.whole.group;
	}

	get isOfOwnFrames(): boolean {
		return this.whole.isOfOwnFrames;
	}

	private get whole(): FramesGroup {
		this.made ??= groupOfFrames(this.ownFrames);
		return this.made;
	}
}

/** Returns a group that is based on the first line of a trace, because parsing the trace would take too long. */
export function groupKeyOfFirstLine(text: string): TraceGroup {
	return group('unknown', 'firstLine', '', normaliseMessage(text), []);
}

function group(
	platform: Platform,
	basis: ErrorValue['basis'],
	type: string,
	message: string,
	labels: readonly FrameLabel[],
): TraceGroup {
	const name = lastPart(type);
	const [first] = labels;
	const title = name || (basis === 'message' ? message : (first?.short ?? message));
	const value: ErrorValue = {
		version: groupVersion,
		title: cut(title),
		place: name === '' ? '' : cut(first?.short ?? ''),
		message: cut(message),
		basis,
		platform,
		type: cut(type),
		frames: labels.map(({ full }) => cut(full)),
	};
	return { ...value, key: title === '' ? '' : encodeGroupValue(value) };
}

function cut(words: string): string {
	return words.slice(0, maxMessageLength);
}

/**
 * Returns the labels of frames. Omits repeated labels, because the depth of a recursion is arbitrary. Omits bundle
 * names if there are other labels.
 */
function labels(at: (index: number) => Frame | undefined, most: number): readonly FrameLabel[] {
	const found: FrameLabel[] = [];
	const silent: FrameLabel[] = [];
	for (let index = 0, frame = at(0); frame && found.length < most; frame = at(++index)) {
		const label = getLabel(frame);
		const retained = label.shows === 'nothing' ? silent : found;
		if (label.full !== '' && retained.length < most && !retained.some(({ full }) => full === label.full)) {
			retained.push(label);
		}
	}
	return found.length > 0 ? found : silent;
}

/** Returns the frames above the first frame in the user's code. They are the functions that this code called. */
function before(frames: readonly Frame[], ownFrame: (frame: Frame) => boolean): readonly Frame[] {
	return frames.slice(
		0,
		frames.findIndex((frame) => !isMade(frame) && ownFrame(frame)),
	);
}

function messageOf(header: Header | undefined): string {
	if (header === undefined || header.kind === 'thread') {
		return '';
	}
	const lines = header.kind === 'signal' ? header.message.split('\n', maxMessageLines) : [header.message];
	return lines.map(normaliseMessage).join(' ').trim();
}

/** Functions that can be at the top of the stack in any crash, regardless of the cause. */
const noise =
	/^(?:abort|abort_message|raise|__pthread_kill|pthread_kill|tgkill|__cxa_throw|objc_exception_throw|objc_terminate|_objc_terminate|__exceptionPreprocess|demangling_terminate_handler|std::(?:__)?terminate|_assertionFailure|swift_\w{0,60}|__rust_\w{0,40}|rust_begin_unwind|panic\w{0,20}|ThrowHelper\w{0,60}|anonymous|next|asyncGeneratorStep|_next)$/;

function isNoise(frame: Frame): boolean {
	const { method = '', type = '', enclosing } = frame;
	return noise.test(enclosing?.method ?? method) || type.endsWith('ThrowHelper') || noise.test(`${type}::${method}`);
}

/** Removes the numbers that proxies and obfuscators add to type names, because they differ between runs. */
function withoutVariables(type: string): string {
	return type.replace(/\$\$Lambda\$?\d*(?:\/0x[\da-f]+)?|\$Proxy\d+/g, '');
}

function firstText({ lines }: Trace): string {
	return lines.find((line) => line.trim() !== '' && !isRule(line)) ?? '';
}
