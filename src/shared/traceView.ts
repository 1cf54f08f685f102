/** Of a longer trace, only so many lines lead anywhere; those behind them are shown as text. */
export const maxLinkedLines = 5_000;

/** A stack trace as the results view shows it. Lines are as they stand in the text, none is left out. */
export interface TraceView {
	readonly lines: readonly TraceLine[];
	/** The text behind the lines as it stands, of a trace that is too long; '' mostly. */
	readonly rest: string;
	/** How it was deobfuscated, or why not; worded by the host. */
	readonly note: TraceNote | undefined;
	/** Some frames may lead somewhere once the workspace is read; the page is told when. */
	readonly looking: boolean;
	/** Of the build that threw, as the record names it; undefined where it does not. */
	readonly version: string | undefined;
	/** Whether there is an original and a deobfuscated text to choose from, and which this is. */
	readonly shown: 'only' | 'original' | 'deobfuscated';
}

export interface TraceLine {
	readonly text: string;
	readonly kind: 'header' | 'frame' | 'raw';
	/** Of a library: dimmed, and folded with its neighbours. */
	readonly library: boolean;
	/** What can be clicked; undefined where the line leads nowhere. */
	readonly link: Span | undefined;
	/** What tells lines apart at a glance, never a part of the link: the type of a header, `Type.method` of a frame. */
	readonly name: Span | undefined;
	/** The innermost frame of one's own code, where Go To starts. */
	readonly first: boolean;
	/** Why a frame of one's own leads nowhere, what it could stand for as well, why no more is known; '' mostly. */
	readonly hint: string;
}

/** Offsets [start, end) in the line's text. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

export interface TraceNote {
	readonly kind: 'info' | 'warning';
	readonly text: string;
	/** Worded by the host. */
	readonly actions: readonly { readonly id: TraceActionId; readonly label: string }[];
}

/** What a note's buttons do. */
export type TraceActionId = 'chooseMapping' | 'symbolicate' | 'openFolder';
