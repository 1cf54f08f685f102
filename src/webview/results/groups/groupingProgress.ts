import type { Context } from '../context/context';
import { element, setAttribute } from '../dom/element';

/** Work that takes longer says how far it is. Milliseconds. */
const toldAfter = 1000;

interface GroupingProgress {
	/** A thin bar, hidden while nothing is grouped. */
	readonly root: HTMLElement;
	show(working: boolean): void;
	/**
	 * @param share From 0 to 1.
	 * @returns Words for it, once it takes long.
	 */
	reached(share: number): string | undefined;
}

/** That groups are being made, and how much of that is done. */
export function groupingProgress({ t, formats }: Pick<Context, 't' | 'formats'>): GroupingProgress {
	const root = element('div', { class: 'pane-work', role: 'progressbar', 'aria-label': t('Grouping'), hidden: true });
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
			return t('Grouping… {0}', formats.share(percent, 100));
		},
	};
}
