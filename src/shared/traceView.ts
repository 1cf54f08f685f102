/** A stack trace as the results view shows it. Lines are as they stand in the text, none is left out. */
export interface TraceView {
	readonly lines: readonly TraceLine[];
	/** What to know about it, in words that the host made: how it was turned back, why not. */
	readonly note: TraceNote | undefined;
	/** Whether there is an original and a deobfuscated text to choose from, and which this is. */
	readonly shown: 'only' | 'original' | 'deobfuscated';
}

export interface TraceLine {
	readonly text: string;
	readonly kind: 'header' | 'frame' | 'raw';
	/** Of a library: dimmed, and folded with its neighbours. */
	readonly library: boolean;
	/** What can be clicked, as offsets [start, end) in `text`; undefined where the line leads nowhere. */
	readonly link: { readonly start: number; readonly end: number } | undefined;
	/** The innermost frame of one's own code, where Go To starts. */
	readonly first: boolean;
	/** Why a frame of one's own leads nowhere, or what it could stand for as well; '' mostly. */
	readonly hint: string;
}

export interface TraceNote {
	readonly kind: 'info' | 'warning';
	readonly text: string;
	/** `chooseMapping`, `symbolicate`; in words that the host made. */
	readonly actions: readonly { readonly id: string; readonly label: string }[];
}
