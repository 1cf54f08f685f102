import type { platforms } from '../languages';

/**
 * Model of a stack trace. Each line of the text occurs exactly once, in order, in a header, a frame or a raw line. Line
 * numbers in the text are zero-based. The name of a property that holds a source line or column ends with the base of
 * the number (0 or 1).
 */

export type Platform = keyof typeof platforms | 'unknown';

export interface Trace {
	/** Platform of most sections with frames. Mixed traces have several platforms, such as Java below Unity. */
	readonly platform: Platform;
	readonly sections: readonly Section[];
	/** Lines of the text, without line endings. Escape sequences have been decoded. */
	readonly lines: readonly string[];
}

export interface Section {
	readonly platform: Platform;
	readonly header: Header | undefined;
	readonly lines: readonly (Frame | RawLine)[];
}

export interface Header {
	readonly kind: 'exception' | 'cause' | 'suppressed' | 'thread' | 'signal' | 'rethrow';
	/** Qualified type name. Empty if the header has no type. The name of a thread is in `message` instead. */
	readonly type: string;
	readonly message: string;
	/** Nesting depth: 0 for the outermost exception, 1 for its cause, 2 for the cause of the cause. */
	readonly depth: number;
	readonly firstLine: number;
	/** Last line of the header. Less than `firstLine` if the header shares a line with the first frame. */
	readonly lastLine: number;
	/** Line with the type and the message. Set only if this line is below the frames, as in Python. */
	readonly errorLine?: number;
	/** Whether this thread crashed. Undefined if the trace does not show it. */
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
	/** Line for elided frames: `... 4 more`, `... skipping 50 frames`. */
	| 'elided'
	/** Gap: `<asynchronous suspension>`, `--- End of stack trace from previous location ---`, a coroutine boundary. */
	| 'gap';

export interface Frame {
	readonly kind: FrameKind;
	readonly line: number;
	readonly text: string;
	/** Qualified type name in the trace, without the loader and the module. */
	readonly type?: string;
	/** Method name in the trace: `lambda$onCreate$0`, the selector of `-[C sel:]`, `<LoadAsync>d__4.MoveNext`. */
	readonly method?: string;
	/** Source code member of the frame, such as the method that contains a lambda, a state machine or a block. */
	readonly enclosing?: { readonly type: string; readonly method: string };
	/** Path or file name in the trace, without the line number. Never contains `r8-map-id-…` or `Unknown Source`. */
	readonly file?: string;
	/** One-based line. Without a `file` (`SourceFile:7`, `r8-map-id-…:7`), it is a line of a mapping file. */
	readonly line1?: number;
	readonly column1?: number;
	/** Position that only a mapping file can resolve: a dex pc, a zero-based bytecode offset or an IL offset. */
	readonly position?: { readonly kind: 'dexPc' | 'bytecode' | 'il' | 'aot'; readonly offset: number };
	/** Java module, Swift module, image or assembly. For a `package:` URL: the package. */
	readonly module?: string;
	readonly image?: {
		readonly name: string;
		/** Address in the trace. On Apple platforms, relative to the process. On Android, relative to the image. */
		readonly address: string;
		/** Offset in the image. For Dart, offset in the symbol. The offset is the same whenever this build runs. */
		readonly offset?: number;
		readonly buildId?: string;
	};
	/** Mapping ID that the trace contains in place of a source file name, without the prefix `r8-map-id-`. */
	readonly mapId?: string;
	readonly flags: readonly ('async' | 'inlined' | 'synthetic' | 'nativeMethod' | 'constructor')[];
	readonly count?: number;
	/** Last line of a frame that continues on the next lines, for example with its source code. */
	readonly lastLine?: number;
	/** Part of `text` that is a link. The end is exclusive. */
	readonly link?: { readonly start: number; readonly end: number };
	/** Part of the line below the frame that is a link. This line contains the location. */
	readonly placeLink?: { readonly line: number; readonly start: number; readonly end: number };
}
