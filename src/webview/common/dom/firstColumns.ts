import type { Translate } from '../format/translate';
import type { FirstOfMany } from './firstOfMany';

export function firstColumns(
	t: Translate,
	formatCount: (count: number) => string,
): Pick<FirstOfMany<unknown>, 'most' | 'label' | 'moreWords'> {
	return {
		most: 200,
		label: t('Find column by name'),
		moreWords: (drawn, of) =>
			t('Showing the first {0} of {1} columns. Type to find others.', formatCount(drawn), formatCount(of)),
	};
}
