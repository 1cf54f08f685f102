import { firstOfMany } from '../../common/dom/firstOfMany';
import type { Context } from '../context/context';

/** Maximum number of fields to render. Each field consists of a dozen elements. */
const most = 300;

/** Search text for fields, which is preserved when another record is shown. */
export interface FieldsTyped {
	text: string;
	readonly onDrawn: () => void;
}

export function someFields(
	columns: readonly number[],
	typed: FieldsTyped,
	{ store, t, formats }: Context,
	draw: (columns: readonly number[]) => HTMLElement,
): HTMLElement {
	const { info } = store.state;
	return firstOfMany({
		items: () => columns,
		getName: (column) => info.columns[column]?.name ?? '',
		most,
		draw,
		label: t('Find field by name'),
		moreWords: (drawn, of) =>
			t('Showing the first {0} of {1} fields. Type to find others.', formats.count(drawn), formats.count(of)),
		typed,
		onDrawn: typed.onDrawn,
	});
}
