import type { Disposable } from '../../../shared/disposables';
import { iconButton, setPressed, toggleButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { openMenu } from '../../common/dom/menu';
import { oneStop } from '../../common/dom/oneStop';
import type { Context } from '../context/context';
import { isTriage } from '../state/triage';
import type { State } from '../state/viewState';

interface ToolActions {
	copy(anchor: HTMLElement): void;
	save(anchor: HTMLElement): void;
}

export function tools(context: Context, actions: ToolActions): Disposable & { root: HTMLElement } {
	const { store, host, t } = context;
	const groups = toggleButton('groups', t('Groups'), () => store.dispatch({ kind: 'paneToggled', pane: 'groups' }));
	const chart = toggleButton('chart', t('Timeline'), () => store.dispatch({ kind: 'paneToggled', pane: 'histogram' }));
	const record = toggleButton('record', t('Record Details'), () =>
		store.dispatch({ kind: 'paneToggled', pane: 'record' }),
	);
	const density = toggleButton('density', t('Tall Rows'), () =>
		store.dispatch({ kind: 'densityChosen', density: store.state.density === 'tall' ? 'compact' : 'tall' }),
	);
	const text = iconButton('text', t('Open as Text'), () => {
		host.call('openAsText', undefined).catch(context.fail);
	});
	const layout = toggleButton('beside', t('Triage Layout'), () =>
		store.dispatch({ kind: 'layoutChosen', layout: isTriage(store.state) ? 'grid' : 'triage' }),
	);
	const more = iconButton('more', t('More Actions'), () =>
		openMenu(more, t('More Actions'), [
			{ kind: 'item', label: t('Save…'), run: () => actions.save(more) },
			{ kind: 'item', label: t('Copy…'), run: () => actions.copy(more) },
			{ kind: 'item', label: t('Open as Text'), run: () => text.click() },
			{ kind: 'separator' },
			{ kind: 'item', label: t('Tall Rows'), checked: store.state.density === 'tall', run: () => density.click() },
		]),
	);
	const anchorOf = ({ currentTarget }: MouseEvent) => currentTarget as HTMLElement;
	const update = (state: State) => {
		setPressed(groups, state.groupsShown);
		setPressed(chart, state.panes.histogramShown);
		setPressed(record, state.recordShown);
		setPressed(density, state.density === 'tall');
		const triage = isTriage(state);
		setPressed(layout, triage);
		layout.hidden = state.info.total === 0;
		more.hidden = !triage;
		chart.hidden = triage || state.info.timeColumn === undefined;
		for (const button of [
			groups,
			record,
			density,
			save,
			copy,
			text,
			...bar.querySelectorAll<HTMLElement>('.divider'),
		]) {
			button.hidden = triage;
		}
	};
	const save = iconButton('save', t('Save…'), (event) => actions.save(anchorOf(event)));
	const copy = iconButton('copy', t('Copy…'), (event) => actions.copy(anchorOf(event)));
	const bar = toolbar(t('Results'), [layout, groups, chart, record, density], [save, copy, text, more]);
	update(store.state);
	return {
		root: bar,
		...store.subscribe(update),
	};
}

/** Creates a toolbar that is a single tab stop with arrow key navigation (ARIA Authoring Practices, toolbar). */
function toolbar(label: string, ...groups: readonly (readonly HTMLButtonElement[])[]): HTMLElement {
	const bar = element(
		'div',
		{ role: 'toolbar', class: 'toolbar', 'aria-label': label },
		...groups.flatMap((group, index) => [
			...(index > 0 ? [element('span', { class: 'divider', 'aria-hidden': 'true' })] : []),
			...group,
		]),
	);
	oneStop(bar);
	return bar;
}
