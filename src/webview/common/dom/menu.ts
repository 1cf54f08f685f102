import { withKeySymbols } from '../format/keyNames';
import { element } from './element';
import { type Anchor, openPopover } from './popover';

export type MenuItem =
	| { readonly kind: 'separator' }
	| {
			readonly kind: 'item';
			readonly label: string;
			readonly hint?: string;
			readonly checked?: boolean;
			readonly disabled?: boolean;
			readonly run: () => void;
	  };

export function openMenu(anchor: Anchor, label: string, items: readonly MenuItem[]): void {
	const list = element('div', { class: 'menu' });
	for (const item of items) {
		list.append(
			item.kind === 'separator'
				? element('div', { role: 'separator', class: 'menu-separator' })
				: element(
						'button',
						{
							type: 'button',
							class: 'menu-item',
							role: item.checked === undefined ? 'menuitem' : 'menuitemcheckbox',
							'aria-checked': item.checked === undefined ? undefined : String(item.checked),
							disabled: item.disabled ?? false,
							tabindex: -1,
							on: {
								click: () => {
									// Closing the menu restores the previous focus, so the action of the item runs afterwards and can
									// move the focus again.
									popover.close();
									item.run();
								},
							},
						},
						element('span', { class: 'menu-label' }, item.label),
						item.hint !== undefined && element('span', { class: 'menu-hint' }, withKeySymbols(item.hint)),
					),
		);
	}
	// The menu items are created before the popover is opened, because the position of the popover depends on its size.
	const popover = openPopover(anchor, list, { role: 'menu', label });
	const buttons = [...list.querySelectorAll('button')].filter((button) => !button.disabled);
	list.addEventListener('keydown', (event) => {
		const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
		const target = targetOf(event.key, at, buttons);
		if (target) {
			event.preventDefault();
			event.stopPropagation();
			target.focus();
		} else if (event.key === 'Tab') {
			event.preventDefault();
			popover.close();
		}
	});
	list.addEventListener('pointermove', ({ target }) => {
		const button = target instanceof Element ? target.closest('button') : null;
		if (button && !button.disabled && document.activeElement !== button) {
			button.focus({ preventScroll: true });
		}
	});
	buttons[0]?.focus();
}

function targetOf(key: string, at: number, buttons: readonly HTMLButtonElement[]): HTMLButtonElement | undefined {
	switch (key) {
		case 'ArrowDown':
			return buttons[(at + 1) % buttons.length];
		case 'ArrowUp':
			return buttons.at(at <= 0 ? -1 : at - 1);
		case 'Home':
			return buttons[0];
		case 'End':
			return buttons.at(-1);
		default: {
			if (key.length !== 1 || key === ' ') {
				return undefined;
			}
			const initial = key.toLocaleLowerCase();
			const starts = (button: HTMLButtonElement) => button.textContent.toLocaleLowerCase().startsWith(initial);
			return [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)].find(starts);
		}
	}
}
