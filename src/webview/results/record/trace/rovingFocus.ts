interface RovingOptions {
	readonly open: (link: HTMLElement, beside: boolean) => void;
	readonly fold: (button: HTMLElement, open: boolean) => void;
}

/**
 * Links and folds of a trace as one tab stop, walked up and down. A link is opened by Enter or a click; with Ctrl, Cmd or
 * Alt to the side.
 */
export function rovingFocus(root: HTMLElement, { open, fold }: RovingOptions): void {
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
	root.addEventListener('click', (event) => {
		const link = linkOf(event.target);
		const selection = getSelection();
		// The end of a selection by mouse is no click on what lies below it.
		const selecting =
			selection !== null && !selection.isCollapsed && link !== undefined && selection.containsNode(link, true);
		if (link && !selecting) {
			open(link, event.ctrlKey || event.metaKey || event.altKey);
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
			open(link, event.ctrlKey || event.metaKey || event.altKey);
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
