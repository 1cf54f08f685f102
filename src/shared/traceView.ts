/** Maximum number of lines with links in a trace. Further lines are plain text. */
export const maxLinkedLines = 5_000;

export interface TraceView {
	readonly lines: readonly TraceLine[];
	/** Lines beyond `maxLinkedLines`. Usually empty. */
	readonly rest: string;
	readonly note: TraceNote | undefined;
	/** Whether more frames may resolve once the workspace has been indexed. The page will be notified. */
	readonly looking: boolean;
	readonly version: string | undefined;
	/** Displayed text. `only` unless there are both an original and a deobfuscated text. */
	readonly shown: 'only' | 'original' | 'deobfuscated';
}

export interface TraceLine {
	readonly text: string;
	readonly kind: 'header' | 'frame' | 'raw';
	/** Whether the line belongs to a library, so that it is dimmed and folded. */
	readonly library: boolean;
	readonly link: Span | undefined;
	/** Range to highlight in addition to the link: the type in a header, or `Type.method` in a frame. */
	readonly name: Span | undefined;
	/** Whether this is the innermost frame in the user's own code, where navigation starts. */
	readonly first: boolean;
	/** Explains a frame's missing target or missing details, or lists alternative targets. Usually empty. */
	readonly hint: string;
}

/** Half-open range [start, end) of offsets in the text of the line. */
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
