import { apartLines } from '../../services/apartLines';
import type { ApartLines, ComparedSide } from '../../shared/comparison';
import type { ComparisonAsked } from '../../shared/comparisonProtocol';
import type { GroupValue } from '../../shared/groupValue';
import type { RecordFilter } from '../../shared/results';
import type { ComparedSides } from './comparedSides';
import { keyBefore, sharedColumns } from './sideColumns';

/** What sets a group apart from the rest of a side. What can be filtered by is of both sides. */
export async function apartOnSide(
	sides: ComparedSides,
	{ asked, value, side }: { readonly asked: ComparisonAsked; readonly value: GroupValue; readonly side: ComparedSide },
	/** By which the side shows what is compared: `filtersOfSide`. */
	filters: readonly RecordFilter[],
	signal: AbortSignal,
): Promise<ApartLines> {
	const columns = await sides.columns();
	const key = side === 'after' ? asked.key : keyBefore(asked.key, columns);
	if (!key) {
		return { lines: [], note: '' };
	}
	const params = { view: { filters, sort: [] }, key, value, timeZone: sides.timeZone };
	const { lines, note } = apartLines(await sides.query(side, 'setsApart', params, { signal }), columns.after);
	const shared = new Set(sharedColumns(columns));
	const ofBoth = ({ filter, ...line }: (typeof lines)[number]) => ({
		...line,
		filter: filter && shared.has(filter.column) ? filter : undefined,
	});
	return { lines: lines.map(ofBoth), note };
}
