/** Minimum score for using a mapping. A mapping with a lower score is probably from another build. */
export const fitThreshold = 0.6;

export type Fit =
	| {
			readonly kind: 'fits';
			/**
			 * Evidence for the mapping:
			 * - `mapId`: The mapping has the ID that the trace contains.
			 * - `version`: The path contains the record's version, or the user chose the file for that version.
			 * - `names`: Only short names and small numbers match. They may match another build as well.
			 * - `positions`: Positions in the bundle match. A map of another build rarely has entries at the same
			 *   positions.
			 */
			readonly by: 'mapId' | 'version' | 'names' | 'positions';
			readonly score: number;
	  }
	| {
			readonly kind: 'doesNotFit';
			/**
			 * Reason why the mapping does not fit:
			 * - `otherMapId`: The mapping has a different ID from the one in the trace.
			 * - `notMinified`: The trace already contains the original names of the mapping.
			 * - `fewFound`: The mapping contains too few of the names or positions in the trace.
			 * - `tooMuch`: The mapping has more data for a frame than may be read.
			 * - `unproven`: Names match, but nothing shows that the mapping is from the same build.
			 */
			readonly reason: 'otherMapId' | 'notMinified' | 'fewFound' | 'tooMuch' | 'unproven';
			readonly score: number;
	  }
	/** The trace has no frames of the application, so no mapping would have any effect. */
	| { readonly kind: 'nothingToMap' };
