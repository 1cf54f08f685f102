import type { Anchor } from '../../../common/dom/popover';
import { type FrameAction, frameAction } from './frameMenu';

interface RovingOptions {
	readonly act: (link: HTMLElement, action: FrameAction) => void;
	readonly openMenu: (link: HTMLElement, at: Anchor) => void;
	readonly fold: (button: HTMLElement, open: boolean) => void;
}

/** Makes links and folds a single tab stop with arrow key navigation. Ctrl, Cmd, or Alt opens a link to the side. */
export function rovingFocus(root: HTMLElement, { act, openMenu, fold }: RovingOptions): void {
	const stops = () =>
		[...root.querySelectorAll<HTMLElement>('.frame-link, .fold')].filter((stop) => !stop.closest('.folded'));
	const makeCurrent = (current: HTMLElement) => {
		for (const stop of root.querySelectorAll<HTMLElement>('[tabindex="0"]')) {
			stop.tabIndex = -1;
		}
		current.tabIndex = 0;
	};
	root.addEventListener('focusin', ({ target }) => {
		const stop = stopOf(target);
		if (stop) {
			makeCurrent(stop);
		}
	});
	let clicked: HTMLElement | undefined;
	root.addEventListener('click', (event) => {
		const link = linkOf(event.target);
		const selection = getSelection();
		// A double-click selects text, so its second click opens no link. Fast clicks on different links are not a
		// double-click.
		const isAnother = event.detail > 1 && link !== clicked;
		const selecting =
			selection !== null && !selection.isCollapsed && link !== undefined && selection.containsNode(link, true);
		clicked = link;
		if (link && (!selecting || isAnother)) {
			act(link, event.ctrlKey || event.metaKey || event.altKey ? 'openBeside' : 'open');
		}
	});
	root.addEventListener('contextmenu', (event) => {
		const link = linkOf(event.target);
		if (link && getSelection()?.isCollapsed !== false) {
			event.preventDefault();
			link.focus({ preventScroll: true });
			const box = link.getBoundingClientRect();
			const byKey = event.clientX === 0 && event.clientY === 0;
			openMenu(link, byKey ? { x: box.left, y: box.bottom } : { x: event.clientX, y: event.clientY });
		}
	});
	root.addEventListener('keydown', (event) => {
		const stop = stopOf(event.target);
		if (!stop) {
			return;
		}
		const link = linkOf(stop);
		if (event.key === 'Enter' && link) {
			event.preventDefault();
			event.stopPropagation();
			act(link, frameAction(event));
			return;
		}
		if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
			return;
		}
		if (!link && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
			event.preventDefault();
			fold(stop, event.key === 'ArrowRight');
			return;
		}
		const all = stops();
		const target = targetOf(event.key, all.indexOf(stop), all);
		if (target) {
			event.preventDefault();
			target.focus();
		}
	});
}

function targetOf(key: string, at: number, stops: readonly HTMLElement[]): HTMLElement | undefined {
	switch (key) {
		case 'ArrowDown':
			return stops[at + 1];
		case 'ArrowUp':
			return stops[at - 1];
		case 'Home':
			return stops[0];
		case 'End':
			return stops.at(-1);
		default:
			return undefined;
	}
}

function stopOf(target: EventTarget | null): HTMLElement | undefined {
	return (target instanceof Element && target.closest<HTMLElement>('.frame-link, .fold')) || undefined;
}

function linkOf(target: EventTarget | null): HTMLElement | undefined {
	return (target instanceof Element && target.closest<HTMLElement>('.frame-link')) || undefined;
}
