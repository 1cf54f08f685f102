import type { ApartLines, SetsApart } from '../shared/comparison';
import type { Column } from '../shared/results';
import { describeApart, describeApartBasis, describeApartCounts } from '../wording/apartMessages';

/** What sets a group apart as a page shows it. @param columns Of the records that it was found in. */
export function apartLines(found: SetsApart, columns: readonly Column[]): ApartLines {
	const lines = found.values.map((apart) => {
		const column = columns.findIndex(({ name }) => name === apart.attribute);
		return {
			text: describeApart(apart),
			counts: describeApartCounts(apart, found.by),
			filter: column < 0 ? undefined : { column, value: apart.value },
		};
	});
	return { lines, note: describeApartBasis(found) };
}
