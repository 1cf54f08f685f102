import { element, setAttribute } from '../dom/element';

/** Time in milliseconds after which progress is also announced as text. */
const announcedAfter = 1000;

interface WorkProgress {
	readonly root: HTMLElement;
	show(working: boolean): void;
	/** Sets the progress, from 0 to 1. Returns the text to announce, or undefined during the first second of the work. */
	reached(share: number): string | undefined;
}

/** Creates a progress bar. `label` is its accessible name, and `words` formats the progress as text. */
export function workProgress(label: string, words: (percent: number) => string): WorkProgress {
	const root = element('div', { class: 'pane-work', role: 'progressbar', 'aria-label': label, hidden: true });
	let begun = 0;
	return {
		root,
		show: (working) => {
			begun = performance.now();
			root.hidden = !working;
			root.classList.remove('measured');
			setAttribute(root, 'aria-valuenow', undefined);
		},
		reached: (share) => {
			if (performance.now() - begun < announcedAfter) {
				return undefined;
			}
			const percent = Math.floor(share * 100);
			root.classList.add('measured');
			root.style.setProperty('--done', `${percent}%`);
			setAttribute(root, 'aria-valuenow', percent);
			return words(percent);
		},
	};
}
