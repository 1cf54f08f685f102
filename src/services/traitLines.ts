import type { CommonTraits, TraitLines } from '../shared/comparison';
import type { Column } from '../shared/results';
import { describeTrait, describeTraitBasis, describeTraitCounts } from '../wording/traitMessages';

/** Converts the common traits of a group to the form that a page shows. */
export function traitLines(found: CommonTraits, columns: readonly Column[]): TraitLines {
	const lines = found.values.map((apart) => {
		const column = columns.findIndex(({ name }) => name === apart.attribute);
		return {
			text: describeTrait(apart),
			counts: describeTraitCounts(apart, found.by),
			filter: column < 0 ? undefined : { column, value: apart.value },
		};
	});
	return { lines, note: describeTraitBasis(found) };
}
