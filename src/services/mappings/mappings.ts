import type { Event } from 'vscode';
import type { Trace } from '../../core/stack/trace/model';
import type { DeobfuscatedTrace, OpenTrace } from '../../engine/openTraces';
import type { OriginFiles } from './mappingSearch';

/** The record that a trace is of, as far as it is known; a trace from the clipboard tells nothing. */
export interface TraceOrigin {
	/** Name, package and ID of the application, without those that are unknown. */
	readonly application: readonly string[];
	readonly version: string | undefined;
	/** The number of the build, where records have it in a field of its own. */
	readonly build?: string | undefined;
	readonly osName: string | undefined;
}

export type Deobfuscation =
	/** No frame of the trace was minified, as far as one can see. */
	| { readonly kind: 'notNeeded' }
	/** `missing` is what else the trace has frames for, and no file was found that explains them. */
	| {
			readonly kind: 'done';
			readonly result: DeobfuscatedTrace & { readonly plain: Trace };
			readonly missing?: readonly WantedFile[];
	  }
	/** Files were there and none fits; `result.tried` tells why of each. */
	| { readonly kind: 'noneFits'; readonly result: Pick<DeobfuscatedTrace, 'tried'> }
	/** No file was found; `wanted` is what kind there should be. */
	| { readonly kind: 'noFile'; readonly wanted: WantedFile };

/** `symbols` are read by programs of this machine, see `symbolicate`. */
export type WantedFile = 'r8' | 'sourceMap' | 'symbols';

/** What a person chooses a file for: one that is missing, does not fit, or is to be replaced. */
export function mappingWanted(deobfuscation: Deobfuscation): 'r8' | 'sourceMap' {
	switch (deobfuscation.kind) {
		case 'noFile':
			return deobfuscation.wanted === 'sourceMap' ? 'sourceMap' : 'r8';
		case 'done':
		case 'noneFits':
			return deobfuscation.result.tried[0]?.file.kind ?? 'r8';
		case 'notNeeded':
			return 'r8';
	}
}

/** Turns minified traces back with the mapping files of the workspace, the settings, or a person's choice. */
export interface Mappings {
	/** A file was chosen, or the setting changed: traces are to be deobfuscated anew. */
	readonly onDidChange: Event<void>;

	deobfuscate(trace: OpenTrace, origin: TraceOrigin, signal?: AbortSignal): Promise<Deobfuscation>;

	/**
	 * The files that may be of traces of these origins, each of which is told by its place. Where there are no files at all,
	 * the origins are not asked for.
	 */
	findEach(originsOf: () => Promise<readonly TraceOrigin[]>): Promise<readonly OriginFiles[]>;

	/** Lets a person choose a file, and remembers it for the application and its version. */
	choose(origin: TraceOrigin, wanted: 'r8' | 'sourceMap'): Promise<boolean>;

	/**
	 * Asks a program of this machine for symbols (`atos`, `llvm-symbolizer`, `ndk-stack`, `flutter symbolize`). Only ever
	 * called because a person asked; refuses in a workspace that is not trusted.
	 * @returns undefined when nothing came of it, which was shown to the person
	 */
	symbolicate(trace: OpenTrace, origin: TraceOrigin): Promise<Trace | undefined>;
}
