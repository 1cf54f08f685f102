import type { Disposable } from '../../../shared/disposables';
import { iconButton, setPressed, toggleButton } from '../../common/dom/button';
import { toolbar } from '../../common/dom/toolbar';
import type { Context } from '../context/context';
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
	const anchorOf = ({ currentTarget }: MouseEvent) => currentTarget as HTMLElement;
	const update = (state: State) => {
		setPressed(groups, state.groupsShown);
		setPressed(chart, state.panes.histogramShown);
		setPressed(record, state.recordShown);
		setPressed(density, state.density === 'tall');
		chart.hidden = state.info.timeColumn === undefined;
	};
	update(store.state);
	return {
		root: toolbar(
			t('Results'),
			[groups, chart, record, density],
			[
				iconButton('save', t('Save…'), (event) => actions.save(anchorOf(event))),
				iconButton('copy', t('Copy…'), (event) => actions.copy(anchorOf(event))),
				text,
			],
		),
		...store.subscribe(update),
	};
}
