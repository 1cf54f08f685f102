import type { MapHeader } from './mapHeader';

/** Fewer digits than R8 takes of a hash are no proof. */
const minDigits = 7;

/**
 * Whether the `r8-map-id-…` of a trace names a mapping. The trace may have the whole hash and the mapping its start, or
 * the other way round. `unknown` when one of the two has no id.
 */
export function compareMapId(
	traceId: string | undefined,
	headers: readonly Pick<MapHeader, 'mapId' | 'mapHash'>[],
): 'same' | 'other' | 'unknown' {
	const id = traceId?.toLowerCase() ?? '';
	if (!isId(id)) {
		return 'unknown';
	}
	const known = headers.flatMap(({ mapHash, mapId }) => [mapHash ?? '', mapId ?? '']).filter(isId);
	if (known.length === 0) {
		return 'unknown';
	}
	return known.some((other) => other.startsWith(id) || id.startsWith(other)) ? 'same' : 'other';
}

function isId(text: string): boolean {
	return text.length >= minDigits;
}
