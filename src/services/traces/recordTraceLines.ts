import { isShownAsLibrary } from '../../core/stack/locate/frameStatus';
import type { FrameStatus } from '../../core/stack/locate/frameTarget';
import type { MappingGap } from '../../core/stack/mapping/result/mapped';
import { isOutermostFirst } from '../../core/stack/trace/failingThread';
import type { Frame, Header } from '../../core/stack/trace/model';
import type { FrameInPart, PartLine } from '../../engine/traces/traceParts';
import type { Span, TraceLine, TraceView } from '../../shared/traceView';

export interface LineQuestions {
	readonly frameStatus: (frame: Frame) => FrameStatus;
	readonly missing: () => string;
	/** Returns the text for a frame that may be resolved when the workspace has been indexed. */
	readonly looking: () => string;
	readonly alternatives: (first: string, more: number) => string;
	readonly gap: (gap: MappingGap) => string;
}

/** Describes the lines of a trace. `looking` is true if indexing the workspace may resolve more frames. */
export function describeLines(
	lines: readonly PartLine[],
	questions: LineQuestions,
): Pick<TraceView, 'lines' | 'looking'> {
	let looking = false;
	let first = -1;
	const described = lines.map(({ text, header, frame }, index): TraceLine => {
		if (header) {
			const name = header.isFirst ? typeIn(text, header.header) : undefined;
			return { ...plain(text), kind: 'header', name };
		}
		if (!frame) {
			return plain(text);
		}
		const frameStatus = frame.origin?.library ? 'library' : questions.frameStatus(frame.frame);
		looking ||= frameStatus === 'looking';
		const { continues } = frame;
		const ofOwn = continues ? frame.frame.placeLink : (frame.frame.link ?? wholeLine(text));
		const link = frameStatus === 'own' ? ofOwn : undefined;
		const line = { ...plain(text), library: isShownAsLibrary(frame.frame, frameStatus), link };
		if (continues) {
			return line;
		}
		if (link && !frame.ofOtherThread && (first < 0 || isCalledBy(frame, lines[first]?.frame))) {
			first = index;
		}
		return {
			...line,
			kind: 'frame',
			name: nameIn(frame.frame, link),
			hint: hintOf(frame, frameStatus, questions),
		};
	});
	const innermost = described[first];
	if (innermost) {
		described[first] = { ...innermost, first: true };
	}
	return { lines: described, looking };
}

/** Returns true if the frame above called this frame, as in Python stack traces. */
function isCalledBy({ section }: FrameInPart, above: FrameInPart | undefined): boolean {
	return section === above?.section && isOutermostFirst(section);
}

function plain(text: string): TraceLine {
	return { text, kind: 'raw', library: false, link: undefined, name: undefined, first: false, hint: '' };
}

function hintOf({ frame, origin }: FrameInPart, frameStatus: FrameStatus, questions: LineQuestions): string {
	const { alternative, moreAlternatives = 0, gap } = origin ?? {};
	const hints = [
		...(alternative === undefined ? [] : [questions.alternatives(alternative, moreAlternatives)]),
		...(gap === undefined ? [] : [questions.gap(gap)]),
	];
	if (hints.length > 0) {
		return hints.join(' · ');
	}
	const isNamed = frame.file !== undefined || frame.type !== undefined;
	if (!isNamed) {
		return '';
	}
	return frameStatus === 'missing' ? questions.missing() : frameStatus === 'looking' ? questions.looking() : '';
}

function typeIn(text: string, { type }: Header): Span | undefined {
	const start = type === '' ? -1 : text.indexOf(type);
	return start < 0 ? wholeLine(text) : { start, end: start + type.length };
}

function wholeLine(text: string): Span | undefined {
	const start = text.search(/\S/);
	return start < 0 ? undefined : { start, end: text.trimEnd().length };
}

const separators = ['.', '::', ':', ' ', '#'];

function nameIn({ text, type = '', method = '' }: Frame, link: Span | undefined): Span | undefined {
	if (method === '') {
		return undefined;
	}
	const found = type === '' ? undefined : qualifiedIn(text, type, method);
	const bare = text.indexOf(method);
	const span = found ?? (bare < 0 ? undefined : { start: bare, end: bare + method.length });
	return span && link && span.start < link.end && link.start < span.end ? undefined : span;
}

function qualifiedIn(text: string, type: string, method: string): Span | undefined {
	for (const separator of separators) {
		const start = text.indexOf(`${type}${separator}${method}`);
		if (start >= 0) {
			const simple = /(?:^|[./:])([^./:]*)$/.exec(type)?.[1] ?? type;
			const end = start + type.length + separator.length + method.length;
			return { start: start + type.length - simple.length, end };
		}
	}
	return undefined;
}
