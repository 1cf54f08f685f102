import type { MappingProblem } from '../result/mappingProblem';

/** Thrown and caught where a source map is parsed: it is checked from many depths. */
export class RefusedMap extends Error {
	constructor(readonly problem: MappingProblem) {
		super(problem.kind);
	}
}

export function malformed(): RefusedMap {
	return new RefusedMap({ kind: 'malformed' });
}
