import { DisposableOwner } from '../../../shared/disposables';
import type { PaneName, SavedFocus } from '../../../shared/protocols/resultsProtocol';
import { listen } from '../../common/dom/listen';
import type { Store } from '../../common/state/store';
import type { Action, State } from '../state/viewState';

interface Pane {
	readonly root: HTMLElement;
	/** Focuses the previously focused control (`had`), or else the pane's main control. */
	focus(had?: SavedFocus): void;
	place?(): Omit<SavedFocus, 'pane'>;
}

/** Moves the focus to the next pane with F6, and to the previous pane with Shift+F6. */
export class PaneFocus extends DisposableOwner {
	private readonly last = new Map<PaneName, HTMLElement>();

	constructor(
		root: HTMLElement,
		private readonly panes: Readonly<Record<PaneName, Pane>>,
		private readonly state: Store<State, Action>,
	) {
		super();
		this.owned.add(listen(root, 'focusin', ({ target }) => this.onFocus(target)));
		this.owned.add(listen(document.body, 'keydown', (event) => this.onKey(event)));
		this.owned.add(listen(window, 'focus', () => this.giveBack()));
		// VS Code may have focused the page before the page contained a focusable element.
		if (document.hasFocus()) {
			this.giveBack();
		}
	}

	private onFocus(target: EventTarget | null): void {
		const name = this.paneOf(target);
		if (name && target instanceof HTMLElement) {
			this.last.set(name, target);
			this.state.dispatch({ kind: 'focused', focus: { pane: name, ...this.panes[name].place?.() } });
		}
	}

	private onKey(event: KeyboardEvent): void {
		const isPopover = event.target instanceof Element && event.target.closest('[popover]') !== null;
		if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey || isPopover) {
			return;
		}
		event.preventDefault();
		// Prevents VS Code from moving the focus to the next part of the workbench.
		event.stopPropagation();
		this.move(event.shiftKey ? -1 : 1);
	}

	private move(by: 1 | -1): void {
		// If no element has the focus, for example because the focused element was hidden, the last focused pane is used.
		const here = this.paneOf(document.activeElement) ?? this.state.state.focus?.pane ?? 'grid';
		const order = this.order();
		const others = order.map((_, step) => order.at((order.indexOf(here) + by * (step + 1)) % order.length));
		const next = others.find((name) => name && isVisible(this.panes[name].root));
		if (next) {
			this.enter(next);
		}
	}

	private enter(name: PaneName): void {
		const last = this.last.get(name);
		// If the last focused element has been redrawn, it is no longer in the document.
		if (last?.isConnected && isVisible(last)) {
			last.focus();
		}
		if (this.paneOf(document.activeElement) !== name) {
			this.panes[name].focus();
		}
	}

	/** Restores the focus, unless another element has the focus, for example after a click. */
	private giveBack(): void {
		const { focus, info } = this.state.state;
		if (document.activeElement !== document.body || info.total === 0) {
			return;
		}
		const had = focus && isVisible(this.panes[focus.pane].root) ? focus : undefined;
		const usual = isVisible(this.panes.grid.root) ? 'grid' : 'groups';
		this.panes[had?.pane ?? usual].focus(had);
	}

	private paneOf(target: EventTarget | null): PaneName | undefined {
		return target instanceof Node ? this.order().find((name) => this.panes[name].root.contains(target)) : undefined;
	}

	private order(): readonly PaneName[] {
		const { panes } = this;
		const names = Object.keys(panes) as PaneName[];
		const isBefore = (one: PaneName, other: PaneName) =>
			(panes[one].root.compareDocumentPosition(panes[other].root) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
		return names.sort((one, other) => (isBefore(one, other) ? -1 : 1));
	}
}

function isVisible(element: HTMLElement): boolean {
	return element.checkVisibility({ visibilityProperty: true });
}

export function focusFirst(root: HTMLElement): void {
	const stops = root.querySelectorAll<HTMLElement>('button, input, select, [tabindex]');
	[...stops].find((stop) => stop.tabIndex === 0 && !stop.matches(':disabled') && stop.checkVisibility())?.focus();
}
