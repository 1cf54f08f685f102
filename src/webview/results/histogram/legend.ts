import { element } from '../../common/dom/element';
import { toggleValue, valuesChosen } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { Bars } from './bars';
import { seriesName } from './barTip';
import { swatch } from './drawing';

export function legend(bars: Bars, { store, t, formats }: Context): readonly HTMLElement[] {
	const { stackBy, view } = store.state;
	if (stackBy === undefined) {
		return [];
	}
	const chosen = valuesChosen(view.filters, stackBy, false);
	return bars.histogram.series.map(({ value, other, counts }, index) => {
		const records = counts.reduce((sum, count) => sum + count, 0);
		const sample = swatch(bars.colours[index] ?? index, other);
		const name = element('bdi', {}, seriesName(value, other, t));
		if (other) {
			return element('li', { class: 'legend-item', title: formats.records(records) }, sample, name);
		}
		return element(
			'li',
			{ class: 'legend-item' },
			element(
				'button',
				{
					type: 'button',
					class: 'legend-button',
					title: t('{0}. Click to filter.', formats.records(records)),
					'aria-pressed': String(chosen.includes(value)),
					on: {
						click: () => {
							const { filters } = store.state.view;
							store.dispatch({ kind: 'filtersSet', filters: toggleValue(filters, stackBy, value, false) });
						},
					},
				},
				sample,
				name,
			),
		);
	});
}
