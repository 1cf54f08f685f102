import type { Formats } from '../words/formats';
import type { Translate } from '../words/translate';

/** How a page says something, whatever it shows. */
export interface Telling {
	readonly t: Translate;
	readonly formats: Formats;
	/** Said to screen readers only. */
	readonly announce: (text: string) => void;
	/** Shown for a while at the bottom, and announced: what an action did. */
	readonly tell: (text: string) => void;
	/** Shown until the next success. */
	readonly fail: (error: unknown) => void;
}
