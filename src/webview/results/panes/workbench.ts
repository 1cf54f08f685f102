import { type Disposable, DisposableStore } from '../../../shared/disposables';
import { element } from '../../common/dom/element';
import { listen } from '../../common/dom/listen';
import { splitter } from '../../common/dom/splitter';
import type { Context } from '../context/context';
import type { State } from '../state/viewState';

/** Width below which the panes are always stacked, in CSS pixels. The style sheet repeats it. */
const narrow = 700;

interface WorkbenchPanes {
	readonly groups: HTMLElement;
	readonly grid: HTMLElement;
	readonly record: HTMLElement;
}

export function workbench(context: Context, parts: WorkbenchPanes): Disposable & { root: HTMLElement } {
	const { store, t } = context;
	const owned = new DisposableStore();
	const isNarrow = () => innerWidth < narrow;
	const groupsBeside = () => !isNarrow() && store.state.panes.groupsPlace === 'beside';
	const recordBeside = () => !isNarrow() && store.state.panes.recordPlace === 'beside';
	const room = (beside: boolean) => ({
		least: beside ? 220 : 96,
		most: Math.max(220, (beside ? root.clientWidth : root.clientHeight) * 0.7),
	});
	const groupsBorder = splitter({
		label: t('Resize groups'),
		size: () => store.state.panes.groupsSize ?? sizeOf(parts.groups, groupsBeside()),
		limits: () => room(groupsBeside()),
		side: () => (groupsBeside() ? 'left' : 'above'),
		onResize: (groupsSize) => store.dispatch({ kind: 'panesLaidOut', panes: { groupsSize } }),
	});
	const recordBorder = splitter({
		label: t('Resize record details'),
		size: () => store.state.panes.recordSize ?? sizeOf(parts.record, recordBeside()),
		limits: () => room(recordBeside()),
		side: () => (recordBeside() ? 'right' : 'below'),
		onResize: (recordSize) => store.dispatch({ kind: 'panesLaidOut', panes: { recordSize } }),
	});
	const middle = element('div', { class: 'middle' }, parts.groups, groupsBorder.root, parts.grid);
	const root = element('main', { class: 'workbench' }, middle, recordBorder.root, parts.record);

	const update = (state: State) => {
		const nothing = state.info.total === 0 && state.reading.kind !== 'reading';
		parts.groups.hidden = groupsBorder.root.hidden = nothing || !state.groupsShown;
		parts.record.hidden = recordBorder.root.hidden = nothing || !state.recordShown;
		middle.classList.toggle('above', !groupsBeside());
		root.classList.toggle('beside', recordBeside());
		setSize(root, '--groups-size', state.panes.groupsSize);
		setSize(root, '--record-size', state.panes.recordSize);
		groupsBorder.update();
		recordBorder.update();
	};
	update(store.state);
	owned.add(listen(window, 'resize', () => update(store.state)));
	owned.add(
		store.subscribe((state, previous) => {
			if (
				state.panes !== previous.panes ||
				state.reading.kind !== previous.reading.kind ||
				state.groupsShown !== previous.groupsShown ||
				state.recordShown !== previous.recordShown
			) {
				update(state);
			}
		}),
	);
	return { root, dispose: () => owned.dispose() };
}

function sizeOf(pane: HTMLElement, beside: boolean): number {
	return beside ? pane.offsetWidth : pane.offsetHeight;
}

/** Sets a pane's size. An undefined size is determined by the style sheet. */
function setSize(root: HTMLElement, property: string, size: number | undefined): void {
	if (size === undefined) {
		root.style.removeProperty(property);
	} else {
		root.style.setProperty(property, `${size}px`);
	}
}
