import type { MappingProblem } from '../result/mappingProblem';

export class RefusedMap extends Error {
	constructor(readonly problem: MappingProblem) {
		super(problem.kind);
	}
}

export function malformed(): RefusedMap {
	return new RefusedMap({ kind: 'malformed' });
}
