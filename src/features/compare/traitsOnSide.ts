import type { ComparedSide, TraitLines } from '../../shared/comparison';
import type { GroupValue } from '../../shared/groupValue';
import type { ComparisonAsked } from '../../shared/protocols/comparisonProtocol';
import type { RecordFilter } from '../../shared/results';
import { traitLines } from '../../wording/traitMessages';
import type { ComparedSides } from './comparedSides';
import { keyBefore, sharedColumns } from './sideColumns';

export async function traitsOnSide(
	sides: ComparedSides,
	{ asked, value, side }: { readonly asked: ComparisonAsked; readonly value: GroupValue; readonly side: ComparedSide },
	filters: readonly RecordFilter[],
	signal: AbortSignal,
): Promise<TraitLines> {
	const columns = await sides.columns();
	const key = side === 'after' ? asked.key : keyBefore(asked.key, columns);
	if (!key) {
		return { lines: [], note: '' };
	}
	const params = { view: { filters, sort: [] }, key, value, timeZone: sides.timeZone };
	const { lines, note } = traitLines(await sides.query(side, 'commonTraits', params, { signal }), columns.after);
	const shared = new Set(sharedColumns(columns));
	const ofBoth = ({ filter, ...line }: (typeof lines)[number]) => ({
		...line,
		filter: filter && shared.has(filter.column) ? filter : undefined,
	});
	return { lines: lines.map(ofBoth), note };
}
