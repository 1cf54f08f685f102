import { element } from '../../common/dom/element';
import { type Anchor, openPopover } from '../../common/dom/popover';
import type { Context } from '../context/context';

export function openFilterHelp({ t, timeZone }: Context, anchor: Anchor): void {
	const examples: readonly (readonly [line: string, meaning: string])[] = [
		['cart', t('contains the text (ignoring case)')],
		['=cart', t('equals the text')],
		['!=cart', t('is not equal to the text')],
		['=', t('is empty')],
		['!=', t('is not empty')],
		['/^java|^kotlin/', t('matches the regular expression (| separates alternatives)')],
		['>14   >=14   <14   <=14', t('compares numbers, versions, or times')],
		['2.3..2.10   >2.3 <2.10', t('is between two values (".." includes both values)')],
		['>=2026-11-19   <2026-11-19 14:00', t('compares days or times (time zone {0})', timeZone)],
		['\\=cart', t('matches the text after \\ literally')],
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
		element('h2', { class: 'panel-title' }, t('Filter Syntax Help')),
		element('table', {}, element('tbody', {}, ...examples.map(row))),
		element(
			'p',
			{ class: 'dim' },
			t('A suggested value must match the whole cell. A record must match the filters of all columns.'),
		),
	);
	openPopover(anchor, content, { label: t('Filter Syntax Help') });
	content.focus();
}
