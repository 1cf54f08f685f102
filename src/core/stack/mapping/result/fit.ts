/** Minimum score for using a mapping. With a lower score, the mapping is probably from another build. */
export const fitThreshold = 0.6;

export type Fit =
	| {
			readonly kind: 'fits';
			/** Evidence that the mapping fits. `positions` is stronger than `names`, which often fit other builds too. */
			readonly by: 'mapId' | 'version' | 'names' | 'positions';
			readonly score: number;
	  }
	| {
			readonly kind: 'doesNotFit';
			/**
			 * `notMinified` means that the trace has the original names. `tooMuch` means that the mapping has too much data
			 * for a frame.
			 */
			readonly reason: 'otherMapId' | 'notMinified' | 'fewFound' | 'tooMuch' | 'unproven';
			readonly score: number;
	  }
	/** The trace has no frames of the application, so a mapping would have no effect. */
	| { readonly kind: 'nothingToMap' };
