import { textLiteral } from '../../../database/literals';
import { beginningOf } from './sqlColumn';
import type { OrderPart, ViewSql } from './viewSql';
import type { ServerViews } from './views';

/** Longer keys are looked up where they are rather than sent (UTF-16 units). */
const maxSentKey = 4000;

/** A record, and its keys in an order. */
interface Pivot {
	readonly number: number;
	/** In SQL, by part of the order. */
	readonly keys: readonly { readonly literal: string; readonly isEmpty: boolean }[];
}

/** What other records are compared with; undefined where there is no such record. */
export async function pivotOf(
	views: ServerViews,
	{ order }: ViewSql,
	number: number,
	signal: AbortSignal,
): Promise<Pivot | undefined> {
	if (!Number.isSafeInteger(number) || number < 0) {
		return undefined;
	}
	const sent = order.map(({ key }) => beginningOf(key, maxSentKey));
	const keys = await views.ofRecord(number, sent.length === 0 ? ["''"] : sent, signal);
	return (
		keys && {
			number,
			keys: order.map(({ key }, place) => {
				const text = keys[place] ?? '';
				const isSent = text.length <= maxSentKey;
				return {
					literal: isSent ? textLiteral(text) : `(SELECT any(${key}) ${views.scopeOf([number])})`,
					isEmpty: text === '',
				};
			}),
		}
	);
}

/** Holds for the records before one in an order. @param backwards In the order from the last record to the first. */
export function before(order: readonly OrderPart[], { number, keys }: Pivot, backwards = false): string {
	const either: string[] = [];
	const equal: string[] = [];
	for (const [place, { key, descending }] of order.entries()) {
		const { literal, isEmpty } = keys[place] ?? { literal: "''", isEmpty: true };
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
