import type { Frame, Header, Platform, RawLine } from '../trace/model';

export type MutableHeader = { -readonly [Key in keyof Header]: Header[Key] };

export interface OpenSection {
	header: MutableHeader | undefined;
	platform: Platform | undefined;
	lines: (Frame | RawLine)[];
	frames: number;
	/** Index of the last frame in `lines`, or -1. */
	lastFrame: number;
	/** Index of the first line of text after the last frame, or -1. */
	firstText: number;
	lastText: number;
	/** Whether an empty line separates the text from the last frame. */
	paragraph: boolean;
	emptySinceFrame: boolean;
	headerIndent: number;
	/** Whether the type and message of the header are on a line after the frames. */
	isLate: boolean;
	/** Whether the message of the header is on the line after its frame. */
	isMessageBelow: boolean;
	frameIndent: number;
	/** State of a header whose message is on the lines after its title. */
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
