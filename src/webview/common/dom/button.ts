import { element } from './element';
import { type IconName, icon } from './icon';

export function textButton(label: string, onClick: (event: MouseEvent) => void, kind = 'secondary'): HTMLButtonElement {
	return element('button', { type: 'button', class: `button ${kind}`, on: { click: onClick } }, label);
}

export function linkButton(label: string, onClick: (event: MouseEvent) => void): HTMLButtonElement {
	return element('button', { type: 'button', class: 'link', on: { click: onClick } }, label);
}

export function iconButton(name: IconName, label: string, onClick: (event: MouseEvent) => void): HTMLButtonElement {
	return element(
		'button',
		{ type: 'button', class: 'icon-button', title: label, 'aria-label': label, on: { click: onClick } },
		icon(name),
	);
}

export function toggleButton(name: IconName, label: string, onClick: () => void): HTMLButtonElement {
	const button = iconButton(name, label, onClick);
	button.setAttribute('aria-pressed', 'false');
	return button;
}

export function setPressed(button: HTMLButtonElement, pressed: boolean): void {
	button.setAttribute('aria-pressed', String(pressed));
}
