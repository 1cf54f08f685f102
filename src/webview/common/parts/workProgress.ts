import { element, setAttribute } from '../dom/element';

/** Work that takes longer says how far it is. Milliseconds. */
const toldAfter = 1000;

interface WorkProgress {
	/** A thin bar, hidden while nothing is worked at. */
	readonly root: HTMLElement;
	show(working: boolean): void;
	/**
	 * @param share From 0 to 1.
	 * @returns Words for it, once it takes long.
	 */
	reached(share: number): string | undefined;
}

/**
 * That something is worked at, and how much of it is done.
 *
 * @param label Names the work.
 * @param words For so many percent of it.
 */
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
			if (performance.now() - begun < toldAfter) {
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
