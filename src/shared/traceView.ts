/** Maximum number of lines with links in a stack trace. Further lines are plain text. */
export const maxLinkedLines = 5_000;

export interface TraceView {
	readonly lines: readonly TraceLine[];
	/** Text after the first `maxLinkedLines` lines. Usually empty. */
	readonly rest: string;
	readonly note: TraceNote | undefined;
	/** Whether indexing the workspace may add links to more frames, in which case the page is notified later. */
	readonly looking: boolean;
	readonly version: string | undefined;
	/** Displayed version of the trace. `only` means that there is no other version. */
	readonly shown: 'only' | 'original' | 'deobfuscated';
}

export interface TraceLine {
	readonly text: string;
	readonly kind: 'header' | 'frame' | 'raw';
	/** Whether the line belongs to a library. Lines of libraries are dimmed and folded. */
	readonly library: boolean;
	readonly link: Span | undefined;
	/** Range to highlight in addition to the link: the type in a header, or `Type.method` in a frame. */
	readonly name: Span | undefined;
	/** Whether this is the innermost frame in the user's own code, where navigation starts. */
	readonly first: boolean;
	/**
	 * Note about a frame. It explains why the frame has no link or incomplete details, or it lists alternative sources.
	 * Usually empty.
	 */
	readonly hint: string;
}

/** Range of offsets in a line, in UTF-16 code units. `end` is exclusive. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

export interface TraceNote {
	readonly kind: 'info' | 'warning';
	readonly text: string;
	readonly actions: readonly { readonly id: TraceActionId; readonly label: string }[];
}

export type TraceActionId = 'chooseMapping' | 'symbolicate' | 'openFolder';
