import type { Formats } from '../format/formats';
import type { Translate } from '../format/translate';

export interface Localization {
	readonly t: Translate;
	readonly formats: Formats;
	readonly announce: (text: string) => void;
	/** Shows a message in the status line for a few seconds, and announces it to screen readers. */
	readonly showStatus: (text: string) => void;
	readonly fail: (error: unknown) => void;
}
