import { DisposableStore } from '../../../shared/disposables';
import type { KeptFocus, PaneName } from '../../../shared/resultsProtocol';
import { listen } from '../../common/dom/listen';
import type { Store } from '../../common/state/store';
import type { Action, State } from '../state/viewState';

interface Pane {
	readonly root: HTMLElement;
	/** Gives the focus to what is used most in it, or to what had it. */
	focus(had?: KeptFocus): void;
	/** What has the focus in it, so that it can have it again. */
	place?(): Omit<KeptFocus, 'pane'>;
}

/** From the top on. */
const order: readonly PaneName[] = ['head', 'chart', 'groups', 'grid', 'record'];

/** Knows which pane has the focus, moves it on with F6 and back with Shift+F6, and gives it back when the view has it again. */
export class PaneFocus {
	private readonly store = new DisposableStore();
	/** What had the focus last in each. */
	private readonly last = new Map<PaneName, HTMLElement>();

	constructor(
		root: HTMLElement,
		private readonly panes: Readonly<Record<PaneName, Pane>>,
		private readonly state: Store<State, Action>,
	) {
		this.store.add(listen(root, 'focusin', ({ target }) => this.onFocus(target)));
		this.store.add(listen(document.body, 'keydown', (event) => this.onKey(event)));
		this.store.add(listen(window, 'focus', () => this.giveBack()));
		// The editor may have given the page the focus before there was anything to have it.
		if (document.hasFocus()) {
			this.giveBack();
		}
	}

	dispose(): void {
		this.store.dispose();
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
		// The editor around the view would move on to the next part of the window.
		event.stopPropagation();
		this.move(event.shiftKey ? -1 : 1);
	}

	private move(by: 1 | -1): void {
		// What had the focus may have been hidden.
		const here = this.paneOf(document.activeElement) ?? this.state.state.focus?.pane ?? 'grid';
		const others = order.map((_, step) => order.at((order.indexOf(here) + by * (step + 1)) % order.length));
		const next = others.find((name) => name && this.panes[name].root.checkVisibility());
		if (next) {
			this.enter(next);
		}
	}

	private enter(name: PaneName): void {
		const last = this.last.get(name);
		// What was drawn anew is another element.
		if (last?.isConnected && last.checkVisibility()) {
			last.focus();
		}
		if (this.paneOf(document.activeElement) !== name) {
			this.panes[name].focus();
		}
	}

	/** Only what nobody has: a click has given the focus already. */
	private giveBack(): void {
		const { focus, info } = this.state.state;
		if (document.activeElement !== document.body || info.total === 0) {
			return;
		}
		const had = focus && this.panes[focus.pane].root.checkVisibility() ? focus : undefined;
		this.panes[had?.pane ?? 'grid'].focus(had);
	}

	private paneOf(target: EventTarget | null): PaneName | undefined {
		return target instanceof Node ? order.find((name) => this.panes[name].root.contains(target)) : undefined;
	}
}

/** The first thing in a pane that the Tab key stops at. */
export function focusFirst(root: HTMLElement): void {
	const stops = root.querySelectorAll<HTMLElement>('button, input, select, [tabindex]');
	[...stops].find((stop) => stop.tabIndex === 0 && !stop.matches(':disabled') && stop.checkVisibility())?.focus();
}
