import type { Outlook } from '../../core/stack/locate/frameTarget';
import type { MappingGap } from '../../core/stack/mapping/result/mapped';
import { isLibraryFrame } from '../../core/stack/own/libraryFrame';
import type { Frame, Header } from '../../core/stack/trace/model';
import type { FrameInPart, PartLine } from '../../services/traces/traceParts';
import type { Span, TraceLine, TraceView } from '../../shared/traceView';

/** What is looked up for each frame, and how it is worded. */
export interface LineQuestions {
	readonly outlook: (frame: Frame) => Outlook;
	/** Why a frame of one's own leads nowhere. */
	readonly missing: () => string;
	/** It may lead somewhere once the workspace is read. */
	readonly looking: () => string;
	readonly alternatives: (first: string, more: number) => string;
	/** Why a mapping has nothing more to say. */
	readonly gap: (gap: MappingGap) => string;
}

/** Lines as the page shows them, and whether some of them may lead somewhere once the workspace is read. */
export function describeLines(
	lines: readonly PartLine[],
	questions: LineQuestions,
): Pick<TraceView, 'lines' | 'looking'> {
	let firstFound = false;
	let looking = false;
	const described = lines.map(({ text, header, frame }): TraceLine => {
		if (header) {
			const name = header.isFirst ? typeIn(text, header.header) : undefined;
			return { ...plain(text), kind: 'header', name };
		}
		if (!frame) {
			return plain(text);
		}
		const outlook = frame.origin?.library ? 'library' : questions.outlook(frame.frame);
		looking ||= outlook === 'looking';
		const link = outlook === 'own' ? (frame.frame.link ?? wholeLine(text)) : undefined;
		const first = link !== undefined && !frame.ofOtherThread && !firstFound;
		firstFound ||= first;
		return {
			text,
			kind: 'frame',
			library: isLibrary(frame, outlook),
			link,
			name: nameIn(frame.frame, link),
			first,
			hint: hintOf(frame, outlook, questions),
		};
	});
	return { lines: described, looking };
}

function plain(text: string): TraceLine {
	return { text, kind: 'raw', library: false, link: undefined, name: undefined, first: false, hint: '' };
}

/** Lines that lead nowhere by their nature (elided ones, gaps) go with the frames around them. */
function isLibrary({ frame }: FrameInPart, outlook: Outlook): boolean {
	return outlook === 'library' || (outlook === 'none' && isLibraryFrame(frame));
}

function hintOf({ frame, origin }: FrameInPart, outlook: Outlook, questions: LineQuestions): string {
	const { alternative, moreAlternatives = 0, gap } = origin ?? {};
	const told = [
		...(alternative === undefined ? [] : [questions.alternatives(alternative, moreAlternatives)]),
		...(gap === undefined ? [] : [questions.gap(gap)]),
	];
	if (told.length > 0) {
		return told.join(' · ');
	}
	const isNamed = frame.file !== undefined || frame.type !== undefined;
	if (!isNamed) {
		return '';
	}
	return outlook === 'missing' ? questions.missing() : outlook === 'looking' ? questions.looking() : '';
}

/** The type, or the whole line of a header without one, such as a thread's. */
function typeIn(text: string, { type }: Header): Span | undefined {
	const start = type === '' ? -1 : text.indexOf(type);
	return start < 0 ? wholeLine(text) : { start, end: start + type.length };
}

function wholeLine(text: string): Span | undefined {
	const start = text.search(/\S/);
	return start < 0 ? undefined : { start, end: text.trimEnd().length };
}

const separators = ['.', '::', ':', ' ', '#'];

/** `CartTotals.sum` in `com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)`; undefined where it is the link. */
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
