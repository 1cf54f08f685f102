import { type ErrorValue, encodeGroupValue, groupVersion } from '../../../shared/groupValue';
import type { Steps } from '../../common/steps';
import { noOwnCode } from '../own/ownCode';
import { OwnFrameTest } from '../own/ownFrameTest';
import { findingTraces, mayBeJson } from '../parse/findTraces';
import { parsingTrace } from '../parse/parseTrace';
import { type FrameLabel, labelOf, lastPart } from '../trace/frameLabel';
import type { Frame, Header, Trace } from '../trace/model';
import { normaliseMessage } from './normaliseMessage';
import { isMade, OwnFrames } from './ownFrames';

/** Deeper frames tell who called, not what failed. */
const maxOwnFrames = 5;
const maxOtherFrames = 3;
/** Of a signal and of why a program ended itself. */
const maxMessageLines = 3;
/** Of a name or message in the key (characters). Names that C++ makes of its templates may be of any length. */
const maxMessageLength = 500;

interface TraceGroup extends ErrorValue {
	/** Equal for traces of the same error; '' for a text of blanks. */
	readonly key: string;
}

/**
 * What traces of one error have in common: the type of the innermost cause and up to five frames of one's own code,
 * innermost first, without line numbers. Without such frames, three others; without any, type and message. Where frames
 * name no more than images without symbols and bundles, the message counts as well.
 */
export function groupKey(
	trace: Trace,
	isOwn: (frame: Frame) => boolean = new OwnFrameTest(noOwnCode).isOwn,
): TraceGroup {
	return groupOfFrames(new OwnFrames(trace, isOwn)).group;
}

interface FramesGroup {
	readonly group: TraceGroup;
	/** It is made of nothing but the platform, the type of what was thrown and frames of one's own code. */
	readonly isOfOwnFrames: boolean;
}

function groupOfFrames(ownFrames: OwnFrames): FramesGroup {
	const { trace, decisive, isOwn: ownFrame } = ownFrames;
	const { header, frames } = decisive;
	const type = withoutVariables(header?.type ?? '');
	const own = labels((index) => ownFrames.ofKeyAt(index), maxOwnFrames);
	const others = (some: readonly Frame[]) => {
		let looked = 0;
		const isOther = (frame: Frame) => !isMade(frame) && !isNoise(frame) && !ownFrame(frame);
		return labels(() => {
			while (looked < some.length) {
				const frame = some[looked++];
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
			group: group(trace, 'message', type, normaliseMessage(header?.message || firstText(trace)), []),
			isOfOwnFrames: false,
		};
	}
	if (found.some(({ tells }) => tells === 'source')) {
		return { group: group(trace, basis, type, '', found), isOfOwnFrames: found === own };
	}
	const message = messageOf(header);
	if (message !== '' && found.every(({ tells }) => tells === 'nothing')) {
		return { group: group(trace, 'message', type, message, []), isOfOwnFrames: false };
	}
	// What one's own code called says more than the image it is in.
	const called = own.every(({ tells }) => tells === 'image') ? others(before(frames, ownFrame)) : [];
	const symbols = called.filter(({ tells }) => tells !== 'image');
	// What follows a colon is what it was about this time.
	const [about = ''] = message.split(/:(?: |$)/, 1);
	return { group: group(trace, basis, type, about, [...found, ...symbols]), isOfOwnFrames: false };
}

/** The trace by which a text is grouped: the text, or where it is JSON with traces in it, the first of these. */
export function* groupedTrace(text: string): Steps<Trace> {
	const within = mayBeJson(text) ? yield* firstTraceIn(text) : undefined;
	return within ?? (yield* parsingTrace(text));
}

/** The first trace in a text, such as a record's `error_json`; undefined where there is none. */
export function* firstTraceIn(text: string): Steps<Trace | undefined> {
	const [found] = yield* findingTraces(text);
	return found?.trace;
}

/** One of many traces; its group is made when it is asked for. */
export class TraceGrouping {
	readonly ownFrames: OwnFrames;
	private made: FramesGroup | undefined;

	/** @param isDeobfuscated Whether mappings made its frames. */
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

/** The group of a text that takes too long to read. */
export function groupKeyOfFirstLine(text: string): TraceGroup {
	return group({ platform: 'unknown' }, 'firstLine', '', normaliseMessage(text), []);
}

function group(
	{ platform }: Pick<Trace, 'platform'>,
	basis: ErrorValue['basis'],
	type: string,
	message: string,
	labels: readonly FrameLabel[],
): TraceGroup {
	const name = lastPart(type);
	const [first] = labels;
	const title = name || (first?.short ?? message);
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

/** Each name once: recursion is as deep as it happens to be. Bundles alone are left out where others say more. */
function labels(at: (index: number) => Frame | undefined, most: number): readonly FrameLabel[] {
	const found = new Map<string, FrameLabel>();
	const silent = new Map<string, FrameLabel>();
	for (let index = 0, frame = at(0); frame; frame = at(++index)) {
		const label = labelOf(frame);
		const kept = label.tells === 'nothing' ? silent : found;
		if (label.full !== '' && !kept.has(label.full)) {
			kept.set(label.full, label);
			if (found.size === most) {
				break;
			}
		}
	}
	return [...(found.size > 0 ? found : silent).values()].slice(0, most);
}

/** Those that the first of one's own led to. */
function before(frames: readonly Frame[], ownFrame: (frame: Frame) => boolean): readonly Frame[] {
	return frames.slice(
		0,
		frames.findIndex((frame) => !isMade(frame) && ownFrame(frame)),
	);
}

/** Of what happened, without what varies; a signal is in the lines of its header, a thread's name counts for nothing. */
function messageOf(header: Header | undefined): string {
	if (header === undefined || header.kind === 'thread') {
		return '';
	}
	const lines = header.kind === 'signal' ? header.message.split('\n', maxMessageLines) : [header.message];
	return lines.map(normaliseMessage).join(' ').trim();
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
