import type { MappingRefusal } from '../result/mappingRefusal';

/** Thrown and caught where a source map is parsed: it is checked from many depths. */
export class RefusedMap extends Error {
	constructor(readonly refusal: MappingRefusal) {
		super(refusal.kind);
	}
}

export function malformed(): RefusedMap {
	return new RefusedMap({ kind: 'malformed' });
}
