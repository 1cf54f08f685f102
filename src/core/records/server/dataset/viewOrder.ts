import { textLiteral } from '../../../database/literals';
import { getBeginning } from './sqlColumn';
import type { OrderPart, ViewSql } from './viewSql';
import type { ServerViews } from './views';

/**
 * Maximum length, in UTF-16 code units, of a sort key that is sent in a query. Longer keys are looked up by the server.
 */
const maxSentKey = 4000;

interface Pivot {
	readonly number: number;
	/** Sort keys of the record as SQL literals, one for each column of the sort order. */
	readonly keys: readonly { readonly literal: string; readonly isEmpty: boolean }[];
}

export async function getPivot(
	views: ServerViews,
	{ order }: ViewSql,
	number: number,
	signal: AbortSignal,
): Promise<Pivot | undefined> {
	if (!Number.isSafeInteger(number) || number < 0) {
		return undefined;
	}
	const sent = order.map(({ key }) => getBeginning(key, maxSentKey));
	const keys = await views.ofRecord(number, sent.length === 0 ? ["''"] : sent, signal);
	return (
		keys && {
			number,
			keys: order.map(({ key }, index) => {
				const text = keys[index] ?? '';
				const isSent = text.length <= maxSentKey;
				return {
					literal: isSent ? textLiteral(text) : `(SELECT any(${key}) ${views.scopeOf([number])})`,
					isEmpty: text === '',
				};
			}),
		}
	);
}

export function before(order: readonly OrderPart[], { number, keys }: Pivot, backwards = false): string {
	const either: string[] = [];
	const equal: string[] = [];
	for (const [index, { key, descending }] of order.entries()) {
		const { literal, isEmpty } = keys[index] ?? { literal: "''", isEmpty: true };
		const sign = descending === backwards ? '<' : '>';
		const ofFilled = backwards
			? `(${key} = '' OR ${key} ${sign} ${literal})`
			: `(${key} != '' AND ${key} ${sign} ${literal})`;
		const ofEmpty = backwards ? '0' : `${key} != ''`;
		either.push([...equal, isEmpty ? ofEmpty : ofFilled].join(' AND '));
		equal.push(`${key} = ${literal}`);
	}
	either.push([...equal, `_n ${backwards ? '>' : '<'} ${number}`].join(' AND '));
	return either.map((condition) => `(${condition})`).join(' OR ');
}
