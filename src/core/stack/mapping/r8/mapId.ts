import type { MapHeader } from './mapHeader';

/** Minimum number of hash digits in an R8 mapping ID. A shorter ID proves nothing. */
const minDigits = 7;

/** Compares the `r8-map-id-…` in a trace with the IDs of a mapping. Two IDs match if one is a prefix of the other. */
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
