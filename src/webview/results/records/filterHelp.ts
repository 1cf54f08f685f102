import { element } from '../../common/dom/element';
import { type Anchor, openPopover } from '../../common/dom/popover';
import type { Context } from '../context/context';

/** What can be typed into the boxes under the headers, by example. */
export function openFilterHelp({ t, timeZone }: Context, anchor: Anchor): void {
	const examples: readonly (readonly [line: string, meaning: string])[] = [
		['cart', t('has the text, in any letter case')],
		['=cart', t('is exactly this')],
		['!=cart', t('is anything else')],
		['=', t('is empty')],
		['!=', t('is not empty')],
		['/^java|^kotlin/', t('matches the regular expression; | stands between alternatives')],
		['>14   >=14   <14   <=14', t('numbers, versions and times by their order')],
		['2.3..2.10   >2.3 <2.10', t('from one to the other; the dots include both')],
		['>=2026-11-19   <2026-11-19 14:00', t('days and times, in {0}', timeZone)],
		['\\=cart', t('has what stands behind the backslash, whatever it looks like')],
	];
	const row = ([line, meaning]: (typeof examples)[number]) =>
		element(
			'tr',
			{},
			element('th', { scope: 'row' }, ...line.split('   ').map((part) => element('code', {}, part))),
			element('td', {}, meaning),
		);
	const content = element(
		'div',
		{ class: 'filter-help', tabindex: -1 },
		element('h2', { class: 'panel-title' }, t('How to filter')),
		element('table', {}, element('tbody', {}, ...examples.map(row))),
		element(
			'p',
			{ class: 'dim' },
			t('Values that the list below a box offers are taken as they are. All filters hold at once.'),
		),
	);
	openPopover(anchor, content, { label: t('How to filter') });
	content.focus();
}
