import { element } from './element';

export interface Announcer {
	readonly root: HTMLElement;
	readonly announce: (text: string) => void;
}

/** Says to screen readers what others see happen. */
export function createAnnouncer(): Announcer {
	const root = element('div', { class: 'screen-reader', 'aria-live': 'polite', role: 'status' });
	return {
		root,
		announce: (text) => {
			// The same words twice are heard twice only when the text changes.
			root.textContent = root.textContent === text ? `${text}\u00a0` : text;
		},
	};
}
