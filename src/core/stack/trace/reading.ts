import type { Line } from './line';
import type { Frame, FrameKind, Header, Platform } from './model';

export type Reading =
	/** Frame. If `platform` is undefined, as for `... 4 more`, the frame has the platform of its section. */
	| { readonly kind: 'frame'; readonly frame: Frame; readonly platform: Platform | undefined }
	| { readonly kind: 'header'; readonly header: HeaderLine; readonly platform: Platform | undefined }
	/** Line that is a header and, at the same time, the only frame below this header. */
	| { readonly kind: 'headedFrame'; readonly header: HeaderLine; readonly frame: Frame; readonly platform: Platform }
	/** Location of the frame in the line above. If that line isn't a frame, the location is treated as a frame. */
	| { readonly kind: 'place'; readonly frame: Frame; readonly platform: Platform }
	/** Header whose type and message follow the frames. The first of these frames is the outermost frame. */
	| { readonly kind: 'lateHeader'; readonly role: 'exception' | 'rethrow' | 'cause' | 'suppressed' }
	/** Line of a test report that isn't a frame. `error` is defined if the line contains an error. */
	| { readonly kind: 'reportLine'; readonly error: { readonly type: string; readonly message: string } | undefined }
	/** Text that belongs to a message even if it is indented like the frames above it. */
	| { readonly kind: 'text' }
	/** Continuation of the header above, such as `Abort message: '…'`, unless frames precede it. */
	| { readonly kind: 'headerDetail'; readonly message: string }
	/** Line of a stack that isn't a frame: `- locked <0x…>`, `pid: …`. `crashedThread` names a thread listed below. */
	| { readonly kind: 'note'; readonly crashedThread?: string }
	| { readonly kind: 'boundary' };

export interface HeaderLine {
	readonly kind: Header['kind'];
	readonly type: string;
	readonly message: string;
	readonly crashed?: boolean;
	/** Whether the message is on the next lines, up to an empty line. */
	readonly messageBelow?: boolean;
	/** Relation to the headers above. An `inner` exception is the cause of the exception in the previous header. */
	readonly nesting: 'none' | 'cause' | 'suppressed' | 'inner';
}

export const note: Reading = { kind: 'note' };
export const boundary: Reading = { kind: 'boundary' };

export type FrameDraft = { -readonly [Key in keyof Frame]: Frame[Key] };

const noFlags: Frame['flags'] = [];

export function draftFrame(kind: FrameKind, line: Line): FrameDraft {
	return { kind, line: line.number, text: line.text, flags: noFlags };
}

export function linkPart(frame: FrameDraft, line: Line, start: number, end: number): void {
	if (end > start) {
		frame.link = { start: line.start + start, end: line.start + end };
	}
}

export function setLine(frame: FrameDraft, line: number | undefined): void {
	if (line !== undefined && line > 0) {
		frame.line1 = line;
	}
}

export function setColumn(frame: FrameDraft, column: number | undefined): void {
	if (column !== undefined && column > 0) {
		frame.column1 = column;
	}
}

export function frameReading(frame: Frame, platform: Platform | undefined): Reading {
	return { kind: 'frame', frame, platform };
}

export function thread(name: string, platform: Platform | undefined, crashed?: boolean): Reading {
	const header: HeaderLine = { kind: 'thread', type: '', message: name, nesting: 'none' };
	return { kind: 'header', header: crashed === undefined ? header : { ...header, crashed }, platform };
}

export function gap(line: Line): Reading {
	return frameReading(draftFrame('gap', line), undefined);
}

export function elided(line: Line, count: number | undefined): Reading {
	const frame = draftFrame('elided', line);
	if (count !== undefined) {
		frame.count = count;
	}
	return frameReading(frame, undefined);
}
