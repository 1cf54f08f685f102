import { element } from '../../common/dom/element';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import { type Bars, barSeconds } from './bars';
import { swatch } from './drawing';

export function barTip(
	bars: Bars,
	bar: number,
	marked: { first: number; last: number } | undefined,
	{ formats, t }: Context,
): readonly Node[] {
	const { first, last } = marked ?? { first: bar, last: bar };
	const { from, to } = barSeconds(bars, first, last);
	const sum = (counts: readonly number[]) => counts.slice(first, last + 1).reduce((total, count) => total + count, 0);
	const parts = bars.histogram.series
		.map(({ value, other, counts }, index) => ({ value, other, index, records: sum(counts) }))
		.filter(({ records }) => records > 0);
	return [
		element('div', { class: 'bar-tip-time' }, formats.timeRange(from, to + 1)),
		element('div', {}, formats.records(sum(bars.totals))),
		...(bars.histogram.series.length > 1
			? parts.map(({ value, other, index, records }) =>
					element(
						'div',
						{ class: 'bar-tip-part' },
						swatch(bars.colours[index] ?? index, other),
						element('bdi', {}, seriesName(value, other, t)),
						element('span', { class: 'number' }, formats.count(records)),
					),
				)
			: []),
	];
}

export function seriesName(value: string, other: boolean, t: Context['t']): string {
	return other ? t('other') : value === '' ? t('(empty)') : visibleText(value);
}
