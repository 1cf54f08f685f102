import { firstOfMany } from '../../common/dom/firstOfMany';
import type { Context } from '../context/context';

/** Fields drawn at once: each is a dozen elements. */
const most = 300;

/** What is typed to find fields, from one record to the next. */
export interface FieldsTyped {
	text: string;
	/** Other fields are drawn than before. */
	readonly onDrawn: () => void;
}

/** A table of these fields; of thousands, of the first whose names hold what is typed. */
export function someFields(
	columns: readonly number[],
	typed: FieldsTyped,
	{ store, t, formats }: Context,
	draw: (columns: readonly number[]) => HTMLElement,
): HTMLElement {
	const { info } = store.state;
	return firstOfMany({
		items: () => columns,
		nameOf: (column) => info.columns[column]?.name ?? '',
		most,
		draw,
		label: t('Find a field by its name'),
		moreWords: (drawn, of) =>
			t('The first {0} of {1} fields. Type to find others.', formats.count(drawn), formats.count(of)),
		typed,
		onDrawn: typed.onDrawn,
	});
}
