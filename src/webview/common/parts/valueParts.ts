import type { TopValues } from '../../../shared/results';
import { element } from '../dom/element';
import { visibleText } from '../dom/visibleText';
import type { Translate } from '../words/translate';
import type { Telling } from './telling';

/** A value as a person reads it. */
export function valueName(value: string, t: Translate): string {
	return value === '' ? t('(empty)') : visibleText(value);
}

/**
 * A value of a list with its records and its share of all.
 * @param notes Stand behind its name.
 */
export function valueParts(
	{ value, records }: TopValues['values'][number],
	all: number,
	{ t, formats }: Pick<Telling, 't' | 'formats'>,
	...notes: readonly (HTMLElement | false)[]
): readonly (HTMLElement | false)[] {
	const share = element('span', { class: 'value-share', 'aria-hidden': 'true' });
	share.style.setProperty('--share', `${all === 0 ? 0 : (records / all) * 100}%`);
	return [
		share,
		element('bdi', { class: value === '' ? 'value-name dim' : 'value-name' }, valueName(value, t)),
		...notes,
		element('span', { class: 'number' }, formats.count(records)),
		element('span', { class: 'number dim value-percent' }, formats.share(records, all)),
	];
}
