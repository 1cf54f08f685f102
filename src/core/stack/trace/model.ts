/**
 * A stack trace as values. Every line of the text it was read from is in exactly one place of it, in order: in a header,
 * a frame or a raw line. Lines count from 0 within the text; line and column numbers of sources are kept as the trace
 * has them, with the base in the name.
 */

export type Platform = 'jvm' | 'ndk' | 'apple' | 'dotnet' | 'unity' | 'javascript' | 'dart' | 'cpp' | 'unknown';

export interface Trace {
	/** Of most sections with frames; mixed traces (Java below Unity) have sections of others. */
	readonly platform: Platform;
	readonly sections: readonly Section[];
	/** The lines of the text without their ends; of a text that was escaped, as they are without the escapes. */
	readonly lines: readonly string[];
}

export interface Section {
	readonly platform: Platform;
	/** Undefined where frames come without one. */
	readonly header: Header | undefined;
	readonly lines: readonly (Frame | RawLine)[];
}

export interface Header {
	readonly kind: 'exception' | 'cause' | 'suppressed' | 'thread' | 'signal' | 'rethrow';
	/** Qualified as in the trace; '' when there is none (a thread's name is the message then). */
	readonly type: string;
	/** May be of several lines. */
	readonly message: string;
	/** 0 for the outermost; a cause of a cause has 2. */
	readonly depth: number;
	readonly firstLine: number;
	readonly lastLine: number;
	/** Whether this thread is the one that crashed, where the trace says so. */
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
	/** `... 4 more`, `... skipping 50 frames`. */
	| 'elided'
	/** `<asynchronous suspension>`, `--- End of stack trace from previous location ---`, coroutine boundaries. */
	| 'gap';

export interface Frame {
	readonly kind: FrameKind;
	readonly line: number;
	readonly text: string;
	/** As in the trace, qualified; without loader and module. */
	readonly type?: string;
	/** As in the trace: `lambda$onCreate$0`, `-[C sel:]`'s selector, `<LoadAsync>d__4.MoveNext`. */
	readonly method?: string;
	/** The member a person wrote: lambdas, accessors, state machines and blocks unfolded to their method. */
	readonly enclosing?: { readonly type: string; readonly method: string };
	/** Path or base name, as in the trace, without line numbers; never a `r8-map-id-…` or `Unknown Source`. */
	readonly file?: string;
	/**
	 * Base 1. Negative and zero numbers of a trace are no line. Without a `file` (`SourceFile:7`, `r8-map-id-…:7`) only a
	 * mapping file can read it.
	 */
	readonly line1?: number;
	/** Base 1. */
	readonly column1?: number;
	/** A position that only a mapping file can read: a dex pc, a bytecode offset (base 0), an IL offset. */
	readonly position?: { readonly kind: 'dexPc' | 'bytecode' | 'il' | 'aot'; readonly offset: number };
	/** Java module, Swift module, image, assembly, package of a `package:` address. */
	readonly module?: string;
	readonly image?: {
		readonly name: string;
		/** As in the trace: of the process on Apple's systems, within the image on Android. */
		readonly address: string;
		/** How far into the image, or for Dart into its symbol: the same in every run of a build. */
		readonly offset?: number;
		readonly buildId?: string;
	};
	/** The `r8-map-id-` of the frame's source file. */
	readonly mapId?: string;
	readonly flags: readonly ('async' | 'inlined' | 'synthetic' | 'nativeMethod' | 'constructor')[];
	/** How many frames an elided line stands for. */
	readonly count?: number;
	/** Where in `text` the part is that a person would click, as offsets [start, end). */
	readonly link?: { readonly start: number; readonly end: number };
}
