import type { Problem } from '../../../common/errors';

/** Why a file is not used as a mapping. */
export type MappingProblem =
	/** Not one class of an R8 mapping, or no JSON object with mappings. */
	| { readonly kind: 'notAMapping' }
	/** `unit` is what there is too much of. */
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
	/** JSON that ends too early or is none. */
	| { readonly kind: 'malformed' }
	/** A source map of another version than 3. */
	| { readonly kind: 'unknownVersion'; readonly version: string }
	/** Source maps inside source maps inside source maps. */
	| { readonly kind: 'tooDeep' }
	/** A section whose map is somewhere else. */
	| { readonly kind: 'externalSection' }
	/** The file is no longer the one that was opened. */
	| { readonly kind: 'changed' }
	/** Readers throw this as `AppError` of kind `disk`; one of several files to try is refused for it. */
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
