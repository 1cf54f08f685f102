import type { Translate } from '../words/translate';
import type { FirstOfMany } from './firstOfMany';

/** How many columns a list draws at once, and how it says that there are others. */
export function firstColumns(
	t: Translate,
	formatCount: (count: number) => string,
): Pick<FirstOfMany<unknown>, 'most' | 'label' | 'moreWords'> {
	return {
		most: 200,
		label: t('Find a column by its name'),
		moreWords: (drawn, of) =>
			t('The first {0} of {1} columns. Type to find others.', formatCount(drawn), formatCount(of)),
	};
}
