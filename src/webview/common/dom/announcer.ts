import { element } from './element';

interface Announcer {
	readonly root: HTMLElement;
	readonly announce: (text: string) => void;
}

/** What was said before stays as long as it may not have been spoken yet. */
const maxKept = 4;

/**
 * Says to screen readers what others see happen. Each text is a line of its own, so that one which follows at once does
 * not take the place of the one before, and the same words are heard twice.
 */
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
			while (root.childElementCount > maxKept) {
				root.firstElementChild?.remove();
			}
		},
	};
}
