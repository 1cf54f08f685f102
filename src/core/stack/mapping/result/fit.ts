/** A map below it is refused: it would explain a trace with names of another build. */
export const fitThreshold = 0.6;

/** How well a mapping explains a trace. */
export type Fit =
	| {
			readonly kind: 'fits';
			/**
			 * `version`: its path names the version of the record, or a person chose it for that.
			 * `names`: nothing but short names and small numbers, which another build has as well.
			 * `positions`: places in a bundle, where that of another build has nothing mostly.
			 */
			readonly by: 'mapId' | 'version' | 'names' | 'positions';
			readonly score: number;
	  }
	| {
			readonly kind: 'doesNotFit';
			/**
			 * `otherMapId`: the trace names the mapping of another build.
			 * `notMinified`: the trace has the names that the mapping leads to.
			 * `fewFound`: too few of the trace's names or positions are in the mapping.
			 * `tooMuch`: it says more about a frame than is read.
			 * `unproven`: the trace has names for it, and nothing that would tell whether they are of its build.
			 */
			readonly reason: 'otherMapId' | 'notMinified' | 'fewFound' | 'tooMuch' | 'unproven';
			readonly score: number;
	  }
	/** The trace has no frame of the application, so that any mapping does as well. */
	| { readonly kind: 'nothingToMap' };
