import { DisposableOwner } from '../../../shared/disposables';
import { element, setAttribute } from './element';
import { listen } from './listen';

/**
 * Maximum element height in CSS pixels. Chromium's limit is 33,554,428 device pixels, and a CSS pixel can span up to 4
 * device pixels.
 */
const tallest = 8_000_000;

interface VirtualListOptions {
	readonly label: string;
	/** Initial height of items in CSS pixels. Not used if `heights` is specified. */
	readonly itemHeight: number;
	readonly heights?: ItemHeights;
	/** ARIA role of the list. Defaults to `listbox`. In a tree, `draw` sets the level and position of each item. */
	readonly role?: 'listbox' | 'tree';
	readonly multiple?: boolean;
	readonly draw: (item: HTMLElement, index: number) => void;
	readonly onRange: (start: number, end: number) => void;
	/** Handles a key before the list does. Returns true if the key was handled. */
	readonly onKey?: (event: KeyboardEvent, index: number) => boolean;
	readonly onChoose: (index: number, event: MouseEvent | KeyboardEvent) => void;
	readonly onMenu?: (index: number, at: { x: number; y: number }) => void;
}

/** Positions of items with different heights, in CSS pixels. */
interface ItemHeights {
	/** Returns the offset of an item's top edge, or the total height if `index` is the number of items. */
	readonly offset: (index: number, itemHeight: number) => number;
	readonly at: (offset: number, itemHeight: number) => number;
}

/** Renders only visible items. Elements are reused, so the list itself keeps the focus (`aria-activedescendant`). */
export class VirtualList extends DisposableOwner {
	private readonly spacer = element('div', { class: 'virtual-spacer', role: 'presentation' });
	private readonly items = new Map<number, HTMLElement>();
	private count = 0;
	private activeIndex = 0;
	private pressed: number | undefined;
	private itemHeight: number;
	private height = 0;
	readonly root: HTMLElement;

	constructor(private readonly options: VirtualListOptions) {
		super();
		this.root = element(
			'div',
			{
				class: 'virtual-list',
				role: options.role ?? 'listbox',
				tabindex: 0,
				'aria-label': options.label,
				'aria-multiselectable': options.multiple && 'true',
			},
			this.spacer,
		);
		this.itemHeight = options.itemHeight;
		this.root.style.setProperty('--item-height', `${options.itemHeight}px`);
		this.owned.add(listen(this.root, 'scroll', () => this.drawVisible()));
		this.owned.add(listen(this.root, 'keydown', (event) => this.onKey(event)));
		const choose = (event: MouseEvent) => {
			const index = this.indexOf(event.target);
			if (index !== undefined) {
				this.activate(index);
				this.options.onChoose(index, event);
			}
		};
		// Mouse events are used instead of click events. Browsers fire no click event if the item is redrawn while the
		// button is down.
		this.owned.add(
			listen(this.root, 'mousedown', (event) => {
				this.pressed = event.button === 0 ? this.indexOf(event.target) : undefined;
			}),
		);
		this.owned.add(
			listen(this.root, 'mouseup', (event) => {
				const isClick = this.pressed !== undefined && this.pressed === this.indexOf(event.target);
				this.pressed = undefined;
				if (isClick) {
					choose(event);
				}
			}),
		);
		// Handles clicks that don't come from a mouse, for example from assistive technology.
		this.owned.add(listen(this.root, 'click', (event) => event.detail === 0 && choose(event)));
		this.owned.add(
			listen(this.root, 'contextmenu', (event) => {
				this.pressed = undefined;
				const index = this.indexOf(event.target) ?? this.activeIndex;
				if (options.onMenu && index < this.count) {
					event.preventDefault();
					this.activate(index);
					const box = this.items.get(index)?.getBoundingClientRect();
					const byKey = event.clientX === 0 && event.clientY === 0 && box;
					options.onMenu(index, byKey ? { x: box.left + 16, y: box.bottom } : { x: event.clientX, y: event.clientY });
				}
			}),
		);
		const observer = new ResizeObserver(() => this.onResize());
		observer.observe(this.root);
		this.owned.add({ dispose: () => observer.disconnect() });
	}

	get active(): number {
		return this.activeIndex;
	}

	setItemHeight(height: number): void {
		this.itemHeight = height;
		this.root.style.setProperty('--item-height', `${height}px`);
		this.reset(this.count, false);
	}

	reset(count: number, toTop: boolean): void {
		this.count = count;
		this.activeIndex = toTop ? 0 : Math.max(0, Math.min(this.activeIndex, count - 1));
		this.spacer.style.setProperty('height', `${Math.min(tallest, this.offset(count))}px`);
		if (toTop) {
			this.root.scrollTop = 0;
		}
		for (const item of this.items.values()) {
			item.remove();
		}
		this.items.clear();
		this.drawVisible();
	}

	refresh(): void {
		for (const [index, item] of this.items) {
			this.options.draw(item, index);
		}
		this.markActive();
	}

	/**
	 * Returns the number of content pixels per scrollbar pixel. The result exceeds 1 if the content is taller than
	 * `tallest`.
	 */
	private scale(): number {
		const whole = this.offset(this.count);
		const seen = this.root.clientHeight;
		return whole <= tallest ? 1 : (whole - seen) / (tallest - seen);
	}

	/** Keeps the active item visible when the list becomes smaller. */
	private onResize(): void {
		const scale = this.scale();
		const top = this.root.scrollTop * scale;
		const { activeIndex, height } = this;
		const wasVisible = this.offset(activeIndex) >= top && this.offset(activeIndex + 1) <= top + height;
		this.height = this.root.clientHeight;
		if (wasVisible) {
			this.activate(activeIndex);
		} else {
			this.drawVisible();
		}
	}

	private drawVisible(): void {
		const scale = this.scale();
		const top = this.root.scrollTop * scale;
		const start = Math.max(0, this.at(top) - 2);
		const end = Math.min(this.count, this.at(top + this.root.clientHeight) + 3);
		for (const [index, item] of this.items) {
			if (index < start || index >= end) {
				item.remove();
				this.items.delete(index);
			}
		}
		for (let index = start; index < end; index++) {
			let item = this.items.get(index);
			if (!item) {
				item = element('div', {
					class: 'virtual-item',
					role: this.options.role === 'tree' ? 'treeitem' : 'option',
					id: `${this.options.label.replace(/\W+/g, '-')}-${index}`,
					'data-index': index,
					'aria-setsize': this.count,
					'aria-posinset': index + 1,
				});
				this.items.set(index, item);
				this.spacer.append(item);
				this.options.draw(item, index);
			}
			const offset = this.offset(index) - top + this.root.scrollTop;
			item.style.setProperty('transform', `translateY(${offset}px)`);
		}
		this.markActive();
		if (end > start) {
			this.options.onRange(start, end);
		}
	}

	get top(): number {
		return this.root.scrollTop * this.scale();
	}

	set top(top: number) {
		this.root.scrollTop = top / this.scale();
		this.drawVisible();
	}

	activate(index: number): void {
		this.activeIndex = index;
		const scale = this.scale();
		const [top, bottom] = [this.offset(index), this.offset(index + 1)];
		const seen = this.root.scrollTop * scale;
		if (top < seen) {
			this.root.scrollTop = top / scale;
		} else if (bottom > seen + this.root.clientHeight) {
			this.root.scrollTop = (bottom - this.root.clientHeight) / scale;
		}
		this.drawVisible();
	}

	private markActive(): void {
		for (const [index, item] of this.items) {
			item.classList.toggle('active', index === this.activeIndex);
		}
		setAttribute(this.root, 'aria-activedescendant', this.items.get(this.activeIndex)?.id);
	}

	private offset(index: number): number {
		return this.options.heights?.offset(index, this.itemHeight) ?? index * this.itemHeight;
	}

	private at(offset: number): number {
		return this.options.heights?.at(offset, this.itemHeight) ?? Math.floor(offset / this.itemHeight);
	}

	private onKey(event: KeyboardEvent): void {
		if (this.activeIndex < this.count && this.options.onKey?.(event, this.activeIndex)) {
			event.preventDefault();
			return;
		}
		if (event.key === 'Enter' || event.key === ' ') {
			event.preventDefault();
			if (this.activeIndex < this.count) {
				this.options.onChoose(this.activeIndex, event);
			}
			return;
		}
		const target = this.targetOf(event.key);
		if (target !== undefined && this.count > 0 && !event.ctrlKey && !event.metaKey && !event.altKey) {
			event.preventDefault();
			this.activate(Math.max(0, Math.min(this.count - 1, target)));
		}
	}

	private targetOf(key: string): number | undefined {
		const page = Math.max(1, Math.floor(this.root.clientHeight / this.itemHeight));
		const targets: Readonly<Record<string, number>> = {
			ArrowDown: this.activeIndex + 1,
			ArrowUp: this.activeIndex - 1,
			PageDown: this.activeIndex + page,
			PageUp: this.activeIndex - page,
			Home: 0,
			End: this.count - 1,
		};
		return targets[key];
	}

	private indexOf(target: EventTarget | null): number | undefined {
		const item = target instanceof Element ? target.closest<HTMLElement>('.virtual-item') : null;
		return item?.dataset['index'] === undefined ? undefined : Number(item.dataset['index']);
	}
}
