import type { Frame, Section, Trace } from '../trace/model';

export interface SourceFile {
	readonly uri: string;
	readonly folder: string;
	readonly path: string;
}

/** Reasons for selecting a file for a frame, strongest reason first. */
const evidence = [
	/** Another frame whose path begins with the same folders was located in the same source folder. */
	'learnedRoot',
	'declaredPackage',
	'declaredType',
	/** The frame's path and the file's path end with the same folders. */
	'pathSuffix',
	/** The file contains the frame's function, and the frame's line is in this function. */
	'function',
	'onlyFile',
	'lineInFile',
	/** The file is in the preferred source set: `main` instead of `test`, or the set for the frame's platform. */
	'sourceSet',
	'sameProject',
	'open',
] as const;
export type FrameEvidence = (typeof evidence)[number];

export type LineMapping =
	| { readonly kind: 'asReported' }
	/** The frame's line is beyond the end of the file. */
	| { readonly kind: 'clamped'; readonly reported: number; readonly last: number }
	/** The function no longer contains the frame's line. The target is the current position of the function. */
	| { readonly kind: 'moved'; readonly reported: number; readonly name: string }
	/** The file no longer contains a function with the frame's name. The target is the frame's line. */
	| { readonly kind: 'gone'; readonly reported: number; readonly name: string }
	/** The frame's function can't be identified, so the line may be outdated. */
	| { readonly kind: 'unproven'; readonly reported: number }
	| { readonly kind: 'declaration'; readonly name: string }
	| { readonly kind: 'beginning' };

export interface FrameTarget {
	readonly file: SourceFile;
	readonly line1: number;
	readonly column1: number | undefined;
	readonly lineMapping: LineMapping;
	/** Reasons for selecting the file, strongest reason first. Never empty. */
	readonly evidence: readonly FrameEvidence[];
}

export type NoTarget =
	/** The names in the frame belong to a library and are not declared in the workspace. */
	| { readonly kind: 'library' }
	| { readonly kind: 'nothingNamed' }
	| { readonly kind: 'minified' }
	| { readonly kind: 'symbolsNeeded'; readonly image: string }
	| { readonly kind: 'noWorkspace' }
	/** No file in the workspace has this name. If `capped` is true, not all files were searched. */
	| { readonly kind: 'notFound'; readonly name: string; readonly capped: boolean }
	| { readonly kind: 'functionMissing'; readonly type: string; readonly name: string; readonly capped: boolean };

export type Located =
	| { readonly kind: 'target'; readonly target: FrameTarget }
	| { readonly kind: 'several'; readonly targets: readonly FrameTarget[] }
	| { readonly kind: 'none'; readonly reason: NoTarget };

export type FrameStatus =
	/** The names in the frame belong to the user's code, and at least one file may match. */
	| 'own'
	/** The names in the frame belong to the user's code, but no file matches. */
	| 'missing'
	| 'looking'
	| 'library'
	| 'none';

/** Frame to locate, and its trace. The locations of other frames in the trace affect the result. */
export interface FrameQuestion {
	readonly frame: Frame;
	readonly trace: Trace;
}

/** Maximum number of characters of a message to search for names that may occur in the source line. */
export const maxMessageLength = 300;

/** Reduces the trace to the part that is compared with source code, because sending a whole trace is slow. */
export function aroundFrame({ frame, trace }: FrameQuestion): FrameQuestion {
	const section = trace.sections.find(({ lines }) => lines.some(({ line }) => line === frame.line));
	return {
		frame,
		trace: { platform: trace.platform, sections: section ? [part(section, frame.line)] : [], lines: [] },
	};
}

function part({ platform, header, lines }: Section, line: number): Section {
	const at = lines.findIndex((one) => one.line === line);
	const above = lines.slice(0, at);
	const called = above.findLastIndex(({ kind }) => kind !== 'raw');
	const retained = above.filter((_line, index) => index === called || index === at - 1);
	const shortened = header && { ...header, message: header.message.slice(0, maxMessageLength) };
	return { platform, header: shortened, lines: [...retained, ...lines.slice(at, at + 1)] };
}
