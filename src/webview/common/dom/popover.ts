import { element } from './element';

interface Popover {
	readonly root: HTMLElement;
	close(): void;
}

/** A place on screen: an element that opened it, or a point of the pointer. */
export type Anchor = HTMLElement | { readonly x: number; readonly y: number };

/**
 * Shows content in the browser's top layer, below its anchor where there is room. Escape, a press elsewhere and leaving
 * it close it; the focus goes back to where it was. The browser's own light dismissal is not used: it would close what
 * a context menu opened as soon as the button that opened it is let go.
 */
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

	// Within a landmark, so that it is in reach of who goes from one to the next.
	(document.querySelector('main') ?? document.body).append(root);
	root.showPopover();
	place(root, anchor);
	// What is asked for comes later, and makes it higher.
	const sizes = new ResizeObserver(() => keepInSight(root));
	sizes.observe(root);
	opener?.setAttribute('aria-expanded', 'true');
	const isOutside = (target: EventTarget | null) => target instanceof Node && !root.contains(target);
	listen<PointerEvent>(document, 'pointerdown', ({ target }) => isOutside(target) && close(), true);
	// Left by the keyboard it closes; whatever else takes the focus away was meant for before it opened.
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

/** From the edges of the window, and from the anchor. CSS pixels. */
const gap = 4;

/** Stays where it is as far as there is room. */
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
