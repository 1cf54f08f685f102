import type { platforms } from '../languages';

export type Platform = keyof typeof platforms | 'unknown';

/**
 * Parsed stack trace. Each line of the text is contained once, in order, in a header, a frame, or a raw line. Line
 * numbers in the text are zero-based. Names that end with 0 (zero-based) or 1 (one-based) are positions in source files.
 */
export interface Trace {
	/** Platform of most sections with frames. A trace can have several platforms, such as Java and Unity. */
	readonly platform: Platform;
	readonly sections: readonly Section[];
	/** Lines of the text without their line endings. Escape sequences have been decoded. */
	readonly lines: readonly string[];
}

export interface Section {
	readonly platform: Platform;
	readonly header: Header | undefined;
	readonly lines: readonly (Frame | RawLine)[];
}

export interface Header {
	readonly kind: 'exception' | 'cause' | 'suppressed' | 'thread' | 'signal' | 'rethrow';
	/** Qualified type name. Empty if the header has no type. Thread names are in `message`. */
	readonly type: string;
	readonly message: string;
	/** Nesting depth: 0 for the outermost exception, 1 for its cause, 2 for the cause of its cause. */
	readonly depth: number;
	readonly firstLine: number;
	/** Last line of the header. Less than `firstLine` if the header and the first frame are on the same line. */
	readonly lastLine: number;
	/** Line with the type and message. Undefined unless this line is below the frames, as in Python. */
	readonly errorLine?: number;
	/** Whether this thread crashed. Undefined if the trace doesn't show this. */
	readonly crashed?: boolean;
}

export interface RawLine {
	readonly kind: 'raw';
	readonly line: number;
	readonly text: string;
}

export type FrameKind =
	| 'managed'
	| 'native'
	| 'javascript'
	/** Note about elided frames: `... 4 more`, `... skipping 50 frames`. */
	| 'elided'
	/** Gap between stacks: `<asynchronous suspension>`, `--- End of stack trace from previous location ---`. */
	| 'gap';

export interface Frame {
	readonly kind: FrameKind;
	readonly line: number;
	readonly text: string;
	/** Qualified type name in the trace, without the loader and the module. */
	readonly type?: string;
	/** Method name in the trace: `lambda$onCreate$0`, the selector of `-[C sel:]`, or `<LoadAsync>d__4.MoveNext`. */
	readonly method?: string;
	/** Member in the source code, such as the method that contains a lambda, a state machine, or a block. */
	readonly enclosing?: { readonly type: string; readonly method: string };
	/** Path or file name in the trace, without the line number. Never contains `r8-map-id-…` or `Unknown Source`. */
	readonly file?: string;
	/** One-based line. Without a `file` (`SourceFile:7`, `r8-map-id-…:7`), only a mapping file can resolve it. */
	readonly line1?: number;
	readonly column1?: number;
	/** Position that can be resolved only by a mapping file: a dex pc, a zero-based bytecode offset, or an IL offset. */
	readonly position?: { readonly kind: 'dexPc' | 'bytecode' | 'il' | 'aot'; readonly offset: number };
	/** Java module, Swift module, image, or assembly. For a `package:` URL, this is the Dart package. */
	readonly module?: string;
	readonly image?: {
		readonly name: string;
		/** Address in the trace. It is relative to the process on Apple platforms and to the image on Android. */
		readonly address: string;
		/** Offset in the image or, for Dart, in the symbol. It is the same in all runs of a build. */
		readonly offset?: number;
		readonly buildId?: string;
	};
	/** Mapping ID without the prefix `r8-map-id-`. The trace contains it in place of a source file name. */
	readonly mapId?: string;
	readonly flags: readonly ('async' | 'inlined' | 'synthetic' | 'nativeMethod' | 'constructor')[];
	readonly count?: number;
	/**
	 * Position in a call graph. Functions called by this frame follow it with a greater depth, unless the graph has only
	 * one branch. The depth of an inlined function has a fractional part.
	 */
	readonly samples?: { readonly count: number; readonly depth: number };
	/** Last line of a frame that continues on the next lines, for example if they contain its source code. */
	readonly lastLine?: number;
	/** Linked part of `text`. The end is exclusive. */
	readonly link?: { readonly start: number; readonly end: number };
	/** Link in the line below the frame. That line contains the source location. */
	readonly placeLink?: { readonly line: number; readonly start: number; readonly end: number };
}
