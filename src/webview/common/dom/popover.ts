import { element } from './element';

interface Popover {
	readonly root: HTMLElement;
	close(): void;
}

export type Anchor = HTMLElement | { readonly x: number; readonly y: number };

/** Opens a popover without light dismiss, which would close a context menu when the mouse button is released. */
export function openPopover(
	anchor: Anchor,
	content: HTMLElement,
	attributes: { readonly role?: 'dialog' | 'menu'; readonly label: string; readonly onClose?: () => void },
): Popover {
	const before = document.activeElement;
	const root = element(
		'div',
		{ popover: 'manual', class: 'popover', role: attributes.role ?? 'dialog', 'aria-label': attributes.label },
		content,
	);
	const opener = anchor instanceof HTMLButtonElement ? anchor : undefined;
	const life = new AbortController();
	const close = () => {
		if (life.signal.aborted) {
			return;
		}
		life.abort();
		sizes.disconnect();
		const hadFocus = root.contains(document.activeElement);
		root.remove();
		opener?.setAttribute('aria-expanded', 'false');
		if (hadFocus && before instanceof HTMLElement) {
			before.focus();
		}
		attributes.onClose?.();
	};
	const listen = <E extends Event>(target: EventTarget, type: string, listener: (event: E) => void, capture = false) =>
		target.addEventListener(type, listener as EventListener, { signal: life.signal, capture });

	// The popover is appended to a landmark, so that screen reader users can reach it when they navigate by landmarks.
	(document.querySelector('main') ?? document.body).append(root);
	root.showPopover();
	place(root, anchor);
	// Repositions the popover when content that is loaded later increases its height.
	const sizes = new ResizeObserver(() => keepInSight(root));
	sizes.observe(root);
	opener?.setAttribute('aria-expanded', 'true');
	const isOutside = (target: EventTarget | null) => target instanceof Node && !root.contains(target);
	listen<PointerEvent>(document, 'pointerdown', ({ target }) => isOutside(target) && close(), true);
	// Pressing Tab can move the focus out of the popover, which closes the popover. Any other focus change was requested
	// before the popover was opened, so it is reverted.
	let tabbing = false;
	listen<FocusEvent>(root, 'focusout', ({ target, relatedTarget }) => {
		if (isOutside(relatedTarget)) {
			if (tabbing) {
				close();
			} else if (target instanceof HTMLElement) {
				target.focus();
			}
		}
	});
	listen(window, 'blur', close);
	listen<KeyboardEvent>(root, 'keydown', (event) => {
		tabbing = event.key === 'Tab';
		if (event.key === 'Escape') {
			event.preventDefault();
			event.stopPropagation();
			close();
		}
	});
	return { root, close };
}

/** Minimum distance from the edges of the page, and distance from the anchor, in CSS pixels. */
const gap = 4;

function keepInSight(root: HTMLElement): void {
	const { top, bottom } = root.getBoundingClientRect();
	const beyond = bottom + gap - innerHeight;
	if (beyond > 0) {
		root.style.setProperty('top', `${Math.max(gap, top - beyond)}px`);
	}
}

function place(root: HTMLElement, anchor: Anchor): void {
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
