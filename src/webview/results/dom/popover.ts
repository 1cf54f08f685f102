import { element } from './element';

export interface Popover {
	readonly root: HTMLElement;
	close(): void;
}

/** A place on screen: an element that opened it, or a point of the pointer. */
export type Anchor = HTMLElement | { readonly x: number; readonly y: number };

/**
 * Shows content in the browser's top layer, below its anchor where there is room. Escape and a click elsewhere close it,
 * and give the focus back.
 */
export function openPopover(
	anchor: Anchor,
	content: HTMLElement,
	attributes: { readonly role?: 'dialog' | 'menu'; readonly label: string; readonly onClose?: () => void },
): Popover {
	const before = document.activeElement;
	const root = element(
		'div',
		{ popover: 'auto', class: 'popover', role: attributes.role ?? 'dialog', 'aria-label': attributes.label },
		content,
	);
	document.body.append(root);
	root.showPopover();
	place(root, anchor);
	if (anchor instanceof HTMLElement) {
		anchor.setAttribute('aria-expanded', 'true');
	}
	root.addEventListener('toggle', (event) => {
		if (event.newState === 'closed') {
			const focusLost = document.activeElement === document.body || root.contains(document.activeElement);
			root.remove();
			if (anchor instanceof HTMLElement) {
				anchor.setAttribute('aria-expanded', 'false');
			}
			if (focusLost && before instanceof HTMLElement) {
				before.focus();
			}
			attributes.onClose?.();
		}
	});
	return { root, close: () => root.isConnected && root.hidePopover() };
}

function place(root: HTMLElement, anchor: Anchor): void {
	const gap = 4;
	const box =
		anchor instanceof HTMLElement
			? anchor.getBoundingClientRect()
			: { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y };
	const { width, height } = root.getBoundingClientRect();
	const below = box.bottom + gap;
	const fitsBelow = below + height <= innerHeight;
	const top = fitsBelow ? below : Math.max(gap, Math.min(box.top - gap - height, innerHeight - height - gap));
	const left = Math.max(gap, Math.min(box.left, innerWidth - width - gap));
	root.style.setProperty('left', `${left}px`);
	root.style.setProperty('top', `${top}px`);
}
