import type { TopValues } from '../../../shared/results';
import { element } from '../dom/element';
import { visibleText } from '../dom/visibleText';
import type { Translate } from '../format/translate';
import type { Localization } from './localization';

export function valueName(value: string, t: Translate): string {
	return value === '' ? t('(empty)') : visibleText(value);
}

export function valueParts(
	{ value, records, approximate }: TopValues['values'][number],
	all: number,
	{ t, formats }: Pick<Localization, 't' | 'formats'>,
	...notes: readonly (HTMLElement | false)[]
): readonly (HTMLElement | false)[] {
	const share = element('span', { class: 'value-share', 'aria-hidden': 'true' });
	share.style.setProperty('--share', `${all === 0 ? 0 : (records / all) * 100}%`);
	return [
		share,
		element('bdi', { class: value === '' ? 'value-name dim' : 'value-name' }, valueName(value, t)),
		...notes,
		element('span', { class: 'number' }, `${approximate ? '≈ ' : ''}${formats.count(records)}`),
		element('span', { class: 'number dim value-percent' }, formats.share(records, all)),
	];
}
