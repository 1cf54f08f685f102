import type { Frame, Header, Platform, RawLine } from '../trace/model';

export type MutableHeader = { -readonly [Key in keyof Header]: Header[Key] };

export interface OpenSection {
	header: MutableHeader | undefined;
	platform: Platform | undefined;
	lines: (Frame | RawLine)[];
	frames: number;
	/** Index in `lines` of the last frame, or -1. */
	lastFrame: number;
	/** Index in `lines` of the first text line after the last frame, or -1. */
	firstText: number;
	lastText: number;
	paragraph: boolean;
	emptySinceFrame: boolean;
	headerIndent: number;
	/** Whether the header's type and message are on an unread line below the frames. */
	isLate: boolean;
	/** Whether the message is on the line below a header that is also a frame. */
	isMessageBelow: boolean;
	frameIndent: number;
	/**
	 * Kind of the last line that was read after the header's first line. Used only if the message follows a title line.
	 */
	below: 'nothing' | 'title' | 'message' | 'otherText';
}

export function emptySection(header: MutableHeader | undefined): OpenSection {
	return {
		header,
		platform: undefined,
		lines: [],
		frames: 0,
		lastFrame: -1,
		firstText: -1,
		lastText: -1,
		paragraph: false,
		emptySinceFrame: false,
		headerIndent: 0,
		isLate: false,
		isMessageBelow: false,
		frameIndent: 0,
		below: 'nothing',
	};
}
