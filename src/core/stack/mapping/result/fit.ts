/** Minimum score for using a mapping. A mapping with a lower score is probably from another build. */
export const fitThreshold = 0.6;

export type Fit =
	| {
			readonly kind: 'fits';
			/** Evidence for the mapping. `names` often also fit other builds, but `positions` rarely do. */
			readonly by: 'mapId' | 'version' | 'names' | 'positions';
			readonly score: number;
	  }
	| {
			readonly kind: 'doesNotFit';
			/** `notMinified`: The trace has the original names. `tooMuch`: The mapping has too much data for a frame. */
			readonly reason: 'otherMapId' | 'notMinified' | 'fewFound' | 'tooMuch' | 'unproven';
			readonly score: number;
	  }
	/** The trace has no frames of the application, so no mapping would have any effect. */
	| { readonly kind: 'nothingToMap' };
