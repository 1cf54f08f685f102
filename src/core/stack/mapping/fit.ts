/** A map below it is refused: it would explain a trace with names of another build. */
export const fitThreshold = 0.6;

/** How well a mapping explains a trace. */
export type Fit =
	| { readonly kind: 'fits'; readonly by: 'mapId' | 'score'; readonly score: number }
	| {
			readonly kind: 'doesNotFit';
			/**
			 * `otherMapId`: the trace names the mapping of another build.
			 * `notMinified`: the trace has the names that the mapping leads to.
			 * `fewFound`: too few of the trace's names or positions are in the mapping.
			 */
			readonly reason: 'otherMapId' | 'notMinified' | 'fewFound';
			readonly score: number;
	  }
	/** The trace has no frame of the application, so that any mapping does as well. */
	| { readonly kind: 'nothingToMap' };

/** @param points between 0 and 1 for each different frame of the application */
export function fitOf(points: readonly number[]): Fit {
	if (points.length === 0) {
		return { kind: 'nothingToMap' };
	}
	const score = points.reduce((sum, point) => sum + point, 0) / points.length;
	return score < fitThreshold
		? { kind: 'doesNotFit', reason: 'fewFound', score }
		: { kind: 'fits', by: 'score', score };
}
