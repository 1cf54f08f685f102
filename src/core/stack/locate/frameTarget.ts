import type { Frame, Trace } from '../trace/model';

/** A source file of the workspace, as the index holds it. */
export interface SourceFile {
	/** Fit for the editor: `file:///…`. */
	readonly uri: string;
	/** Name of its workspace folder. */
	readonly folder: string;
	/** From its workspace folder, with forward slashes. */
	readonly path: string;
}

/** Why a file is offered for a frame, the strongest first. */
const evidence = [
	/** Another frame showed that paths beginning so are below this folder. */
	'learnedRoot',
	/** The file declares the frame's package, namespace or module. */
	'declaredPackage',
	/** The file declares the frame's type. */
	'declaredType',
	/** Folders of the frame's path are those of the file's. */
	'pathSuffix',
	/** The frame's function is in the file and holds the line. */
	'function',
	/** No other file of the workspace has that name. */
	'onlyFile',
	'lineInFile',
	/** `main` rather than `test`, the platform's own source set. */
	'sourceSet',
	/** The project of frames that were found before. */
	'sameProject',
	/** Open in an editor, or changed since the last commit. */
	'open',
] as const;
export type FrameEvidence = (typeof evidence)[number];

/** How the line to go to came about. */
export type LineFate =
	| { readonly kind: 'asTold' }
	/** The frame's line is behind the end of the file. */
	| { readonly kind: 'clamped'; readonly told: number; readonly last: number }
	/** The frame's line is not in its function any more; this is where the function is. */
	| { readonly kind: 'moved'; readonly told: number; readonly name: string }
	/** The file has no function of the frame's name any more; this is the line that the frame tells. */
	| { readonly kind: 'gone'; readonly told: number; readonly name: string }
	/** The frame names no function, or several are called so: nothing shows that its line is still the one it was. */
	| { readonly kind: 'unproven'; readonly told: number }
	/** The frame has no line; this is where its function is. */
	| { readonly kind: 'declaration'; readonly name: string }
	/** Neither line nor function: the file's beginning. */
	| { readonly kind: 'beginning' };

export interface FrameTarget {
	readonly file: SourceFile;
	/** Base 1. */
	readonly line1: number;
	/** Base 1. */
	readonly column1: number | undefined;
	readonly fate: LineFate;
	/** Not empty, the strongest first. */
	readonly evidence: readonly FrameEvidence[];
}

/** Why a frame leads nowhere. */
export type NoTarget =
	/** A frame of a library, by its names, and no file of the workspace says otherwise. */
	| { readonly kind: 'library' }
	/** Neither file nor type: `Native Method`, an elided line, an address. */
	| { readonly kind: 'nothingNamed' }
	/** The names are those that a minifier gives, or the place is one that only a mapping can read. */
	| { readonly kind: 'minified' }
	/** An address in an image of which only symbols know the source. */
	| { readonly kind: 'symbolsNeeded'; readonly image: string }
	/** No folder is open. */
	| { readonly kind: 'noWorkspace' }
	/** No file of the workspace has the name; `capped` when not all files were looked at. */
	| { readonly kind: 'notFound'; readonly name: string; readonly capped: boolean }
	/** The workspace declares the type, and no file that was looked at has the function; `capped` as above. */
	| { readonly kind: 'functionMissing'; readonly type: string; readonly name: string; readonly capped: boolean };

/** Where a frame leads: to one place beyond doubt, to several that a person must choose from, or nowhere, and why. */
export type Located =
	| { readonly kind: 'target'; readonly target: FrameTarget }
	/** Best first. */
	| { readonly kind: 'several'; readonly targets: readonly FrameTarget[] }
	| { readonly kind: 'none'; readonly reason: NoTarget };

/** What is known of a frame without reading a file. */
export type Outlook =
	/** Of one's own code by its names; there is a file that may be it, or files that may have it. */
	| 'own'
	/** Of one's own code by its names; no file of the workspace has the name. */
	| 'missing'
	/** The same, but the workspace is still being searched for files. */
	| 'looking'
	| 'library'
	/** Nothing to go to: a gap, an elided line, an address. */
	| 'none';

/** A frame within its trace: what was found for the others says something about it. */
export interface FrameQuestion {
	readonly frame: Frame;
	readonly trace: Trace;
}
