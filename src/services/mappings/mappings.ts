import type { Event } from 'vscode';
import type { OriginFiles, TraceOrigin } from '../../core/mappings/mappingSearch';
import type { Trace } from '../../core/stack/trace/model';
import type { OpenTrace } from '../../engine/openTraces';
import type { Deobfuscation } from '../../engine/traces/deobfuscateTrace';

/** Returns the kind of mapping file to add, or to select in place of a file that doesn't fit. */
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

export interface Mappings {
	/** Fires when the user has selected a file or changed the setting, so that traces must be deobfuscated again. */
	readonly onDidChange: Event<void>;

	deobfuscate(trace: OpenTrace, origin: TraceOrigin, signal?: AbortSignal): Promise<Deobfuscation>;

	/** Returns candidate files for each origin. Calls `originsOf` only if mapping files exist. */
	findEach(originsOf: () => Promise<readonly TraceOrigin[]>): Promise<readonly OriginFiles[]>;

	choose(origin: TraceOrigin, wanted: 'r8' | 'sourceMap'): Promise<boolean>;

	/** Runs a symbolizer, but only at the user's request and in a trusted workspace. Shows failures to the user. */
	symbolicate(trace: OpenTrace, origin: TraceOrigin): Promise<Trace | undefined>;
}
