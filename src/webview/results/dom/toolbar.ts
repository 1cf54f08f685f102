import { element } from './element';

/** Buttons as one tab stop, walked with the arrow keys (ARIA Authoring Practices, toolbar). */
export function toolbar(label: string, ...groups: readonly (readonly HTMLButtonElement[])[]): HTMLElement {
	const buttons = groups.flat();
	const bar = element(
		'div',
		{ role: 'toolbar', class: 'toolbar', 'aria-label': label },
		...groups.flatMap((group, index) => [
			...(index > 0 ? [element('span', { class: 'divider', 'aria-hidden': 'true' })] : []),
			...group,
		]),
	);
	const makeCurrent = (current: Element | undefined) => {
		for (const button of buttons) {
			button.tabIndex = button === current ? 0 : -1;
		}
	};
	makeCurrent(buttons[0]);
	bar.addEventListener('focusin', ({ target }) => {
		if (target instanceof HTMLButtonElement) {
			makeCurrent(target);
		}
	});
	bar.addEventListener('keydown', (event) => {
		const usable = buttons.filter((button) => !button.disabled && !button.hidden);
		const target = usable[stepFrom(usable.indexOf(event.target as HTMLButtonElement), usable.length, event.key)];
		if (target) {
			event.preventDefault();
			target.focus();
		}
	});
	return bar;
}

function stepFrom(index: number, length: number, key: string): number {
	switch (key) {
		case 'ArrowRight':
			return (index + 1) % length;
		case 'ArrowLeft':
			return (index - 1 + length) % length;
		case 'Home':
			return 0;
		case 'End':
			return length - 1;
		default:
			return -1;
	}
}
