import type { Line } from './line';
import type { Frame, FrameKind, Header, Platform } from './model';

/** What a grammar makes of a line; undefined when the line is none of its. */
export type Reading =
	/** Without a platform, the frame belongs to whatever is around it (`... 4 more`). */
	| { readonly kind: 'frame'; readonly frame: Frame; readonly platform: Platform | undefined }
	| { readonly kind: 'header'; readonly header: HeaderLine; readonly platform: Platform | undefined }
	/** Adds to the header above, if no frame came since: `Abort message: '…'`. */
	| { readonly kind: 'headerDetail'; readonly message: string }
	/** Part of a stack but no frame: `- locked <0x…>`, `pid: …`. */
	| { readonly kind: 'note' }
	/** What follows has nothing to do with what came before. */
	| { readonly kind: 'boundary' };

export interface HeaderLine {
	readonly kind: Header['kind'];
	readonly type: string;
	readonly message: string;
	readonly crashed?: boolean;
	/** How it belongs to the headers above: `inner` is a cause of the one right above. */
	readonly nesting: 'none' | 'cause' | 'suppressed' | 'inner';
}

export const note: Reading = { kind: 'note' };
export const boundary: Reading = { kind: 'boundary' };

export type FrameDraft = { -readonly [Key in keyof Frame]: Frame[Key] };

const noFlags: Frame['flags'] = [];

export function draftFrame(kind: FrameKind, line: Line): FrameDraft {
	return { kind, line: line.number, text: line.text, flags: noFlags };
}

/** @param start Offset in the content of the line. */
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
