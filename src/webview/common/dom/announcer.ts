import { element } from './element';

interface Announcer {
	readonly root: HTMLElement;
	readonly announce: (text: string) => void;
}

/**
 * Number of previous announcements that stay in the DOM. The screen reader may not have read these announcements yet.
 */
const maxMessages = 4;

/** Announces messages to screen readers. Each message has its own element, so that a repeated message is read again. */
export function createAnnouncer(): Announcer {
	const root = element('div', {
		class: 'screen-reader',
		'aria-live': 'polite',
		'aria-atomic': 'false',
		role: 'status',
	});
	return {
		root,
		announce: (text) => {
			root.append(element('div', {}, text));
			while (root.childElementCount > maxMessages) {
				root.firstElementChild?.remove();
			}
		},
	};
}
