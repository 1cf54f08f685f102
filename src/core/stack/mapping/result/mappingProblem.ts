import type { Problem } from '../../../common/errors';

export type MappingProblem =
	/** The file contains neither an R8 class mapping nor a JSON object with source map data. */
	| { readonly kind: 'notAMapping' }
	| {
			readonly kind: 'tooLarge';
			readonly unit:
				| 'bytes'
				| 'classes'
				| 'definitions'
				| 'lines'
				| 'segments'
				| 'sections'
				| 'sources'
				| 'functions'
				| 'values';
			readonly limit: number;
	  }
	| { readonly kind: 'malformed' }
	| { readonly kind: 'unknownVersion'; readonly version: string }
	| { readonly kind: 'tooDeep' }
	/** A section of a source map refers to a map in another file. */
	| { readonly kind: 'externalSection' }
	| { readonly kind: 'changed' }
	/** The file can't be read. If several files are tried, this problem is reported instead of throwing `disk`. */
	| {
			readonly kind: 'unreadable';
			readonly fault: Extract<Problem, { kind: 'disk' }>['fault'];
			readonly code: string;
	  };

export interface RefusedMapping {
	readonly kind: 'refused';
	readonly problem: MappingProblem;
}

export type Opened<Mapping> = { readonly kind: 'opened'; readonly mapping: Mapping } | RefusedMapping;

export function refused(problem: MappingProblem): RefusedMapping {
	return { kind: 'refused', problem: problem };
}
