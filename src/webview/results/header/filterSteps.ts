import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { iconButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { oneStop } from '../../common/dom/oneStop';
import type { Context } from '../context/context';
import type { State } from '../state/viewState';

export interface FilterSteps extends Disposable {
	readonly root: HTMLElement;
	undo(): void;
	redo(): void;
}

/** Buttons that undo and redo filter changes. Alt+Left and Alt+Right do the same, except in text boxes. */
export function filterSteps({ store, t, announce }: Context): FilterSteps {
	const owned = new DisposableStore();
	const step = (kind: 'filtersUndone' | 'filtersRedone', words: string) => {
		const { view } = store.state;
		store.dispatch({ kind });
		if (store.state.view !== view) {
			announce(words);
		}
	};
	const undo = () => step('filtersUndone', t('Filter change undone'));
	const redo = () => step('filtersRedone', t('Filter change redone'));
	const buttons = [
		iconButton('undo', t('Undo Filter Change (Alt+Left)'), undo),
		iconButton('redo', t('Redo Filter Change (Alt+Right)'), redo),
	] as const;
	const [undoing, redoing] = buttons;
	const root = element('div', { class: 'filter-steps' }, ...buttons);
	oneStop(root);
	const update = ({ history }: State) => {
		const focused = buttons.find((button) => button === document.activeElement);
		undoing.disabled = history.past.length === 0;
		redoing.disabled = history.future.length === 0;
		redoing.hidden = redoing.disabled;
		root.hidden = undoing.disabled && redoing.disabled;
		// If the focused button becomes disabled, the other button receives the focus.
		if (focused?.disabled) {
			buttons.find(({ disabled }) => !disabled)?.focus();
		}
	};
	update(store.state);
	const life = new AbortController();
	owned.add({ dispose: () => life.abort() });
	document.addEventListener(
		'keydown',
		(event) => {
			const { history } = store.state;
			const back = event.key === 'ArrowLeft' && history.past.length > 0;
			const forth = event.key === 'ArrowRight' && history.future.length > 0;
			const plain = event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
			const typing = event.target instanceof Element && event.target.matches('input, textarea, select');
			if (plain && !typing && !event.defaultPrevented && (back || forth)) {
				event.preventDefault();
				// Prevents VS Code from navigating back or forward in its editors.
				event.stopPropagation();
				(back ? undo : redo)();
			}
		},
		{ signal: life.signal },
	);
	owned.add(store.onChange(({ history }) => history, update));
	return { root, undo, redo, dispose: () => owned.dispose() };
}
