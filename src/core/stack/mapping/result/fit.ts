/** Minimum score for using a mapping. A lower score indicates another build. */
export const fitThreshold = 0.6;

export type Fit =
	| {
			readonly kind: 'fits';
			/**
			 * Evidence for the mapping:
			 * - `version`: The path contains the record's version, or the user chose the file for that version.
			 * - `names`: Only short names and small numbers match. They may match another build as well.
			 * - `positions`: Bundle positions match. A map of another build rarely has entries at the same positions.
			 */
			readonly by: 'mapId' | 'version' | 'names' | 'positions';
			readonly score: number;
	  }
	| {
			readonly kind: 'doesNotFit';
			/**
			 * Reason why the mapping does not fit:
			 * - `notMinified`: The trace already has the original names of the mapping.
			 * - `fewFound`: The mapping contains too few of the trace's names or positions.
			 * - `tooMuch`: The mapping has more data for a frame than the limits allow to read.
			 * - `unproven`: Names match, but nothing shows that they belong to the same build.
			 */
			readonly reason: 'otherMapId' | 'notMinified' | 'fewFound' | 'tooMuch' | 'unproven';
			readonly score: number;
	  }
	/** The trace has no frames of the application, so a mapping would have no effect. */
	| { readonly kind: 'nothingToMap' };
