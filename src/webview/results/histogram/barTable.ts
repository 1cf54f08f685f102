import { element } from '../../common/dom/element';
import type { Context } from '../context/context';
import { type Bars, barSeconds } from './bars';
import { seriesName } from './barTip';

export function barTable(bars: Bars, { formats, t }: Context): HTMLTableElement {
	const { series } = bars.histogram;
	const stacked = series.length > 1;
	const head = element(
		'tr',
		{},
		element('th', { scope: 'col' }, t('Time')),
		element('th', { scope: 'col', class: 'number' }, t('Records')),
		...(stacked
			? series.map(({ value, other }) =>
					element('th', { scope: 'col', class: 'number' }, element('bdi', {}, seriesName(value, other, t))),
				)
			: []),
	);
	const rows = bars.totals.map((total, bar) => {
		const { from, to } = barSeconds(bars, bar, bar);
		return element(
			'tr',
			{},
			element('th', { scope: 'row' }, formats.timeRange(from, to + 1)),
			element('td', { class: 'number' }, formats.count(total)),
			...(stacked
				? series.map(({ counts }) => element('td', { class: 'number' }, formats.count(counts[bar] ?? 0)))
				: []),
		);
	});
	return element(
		'table',
		{ class: 'plain-table', 'aria-label': t('Records over time') },
		element('thead', {}, head),
		element('tbody', {}, ...rows),
	);
}
