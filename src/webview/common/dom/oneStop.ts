/** Makes all current and future buttons in `root` a single tab stop with arrow key navigation (roving tabindex). */
export function oneStop(root: HTMLElement, selector = 'button'): void {
	let current: HTMLElement | undefined;
	const all = () => [...root.querySelectorAll<HTMLElement>(selector)];
	const usable = () => all().filter((item) => isUsable(item, root));
	const update = () => {
		const able = usable();
		current = current && able.includes(current) ? current : able[0];
		for (const item of all()) {
			const tabIndex = item === current ? 0 : -1;
			if (item.tabIndex !== tabIndex) {
				item.tabIndex = tabIndex;
			}
		}
	};
	update();
	const attributeFilter = ['disabled', 'hidden', 'open'];
	new MutationObserver(update).observe(root, { childList: true, subtree: true, attributeFilter });
	const itemOf = (target: EventTarget | null) => all().find((item) => item === target);
	root.addEventListener('focusin', ({ target }) => {
		const item = itemOf(target);
		if (item) {
			current = item;
			update();
		}
	});
	root.addEventListener('keydown', (event) => {
		const item = itemOf(event.target);
		if (!item || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) {
			return;
		}
		const target = targetOf(event.key, item, usable(), root);
		if (target) {
			event.preventDefault();
			target.focus();
		}
	});
}

function isUsable(item: HTMLElement, root: HTMLElement): boolean {
	const hiding = item.closest('[hidden]');
	const isHidden = hiding !== null && hiding !== root && root.contains(hiding);
	// A `summary` is inside the `details` element that it toggles, so only outer `details` elements can hide it.
	const around = item.matches('summary') ? item.parentElement?.parentElement : item;
	return !isHidden && !item.matches(':disabled') && !around?.closest('details:not([open])');
}

function targetOf(
	key: string,
	item: HTMLElement,
	items: readonly HTMLElement[],
	root: HTMLElement,
): HTMLElement | undefined {
	const at = items.indexOf(item);
	switch (key) {
		case 'ArrowRight':
			return items[(at + 1) % items.length];
		case 'ArrowLeft':
			return items.at((at - 1) % items.length);
		case 'ArrowDown':
			return inNextRow(item, items.slice(at + 1), root);
		case 'ArrowUp':
			return inNextRow(item, items.slice(0, at).reverse(), root);
		case 'Home':
			return items[0];
		case 'End':
			return items.at(-1);
		default:
			return undefined;
	}
}

function inNextRow(item: HTMLElement, others: readonly HTMLElement[], root: HTMLElement): HTMLElement | undefined {
	const row = item.closest('tr');
	if (!row || !root.contains(row)) {
		return others[0];
	}
	const next = others.find((other) => other.closest('tr') !== row)?.closest('tr');
	const distanceTo = (other: HTMLElement) => {
		const cells = [item, other].map((one) => one.closest<HTMLTableCellElement>('td, th')?.cellIndex ?? 0);
		return 100 * Math.abs((cells[0] ?? 0) - (cells[1] ?? 0)) + Math.abs(placeIn(other) - placeIn(item));
	};
	const inRow = others.filter((other) => other.closest('tr') === next);
	return inRow.toSorted((a, b) => distanceTo(a) - distanceTo(b))[0];
}

function placeIn(item: HTMLElement): number {
	return item.parentElement ? [...item.parentElement.children].indexOf(item) : 0;
}
