import type { RecordQueries } from '../../../shared/recordsApi';
import type { TopValues } from '../../../shared/results';
import { Pace } from '../../common/pace';
import { keysContaining } from './keys/keysContaining';
import { textsOfCodes } from './keys/keyTexts';
import { countInOrder } from './keys/tally';
import { radixSort } from './order/radixSort';
import type { Prepared } from './prepared';
import { keepWhere } from './work/keep';
import type { Snapshot } from './work/snapshot';

/**
 * The most frequent values of a column in a view. The empty one is counted apart and is none of them. `containing`
 * chooses which are listed; what is counted is the whole view.
 */
export async function topValuesOf(
	prepared: Prepared,
	snapshot: Snapshot,
	{ view, column, limit, containing = '' }: RecordQueries['topValues']['params'],
	signal: AbortSignal,
): Promise<TopValues> {
	const pace = new Pace(signal);
	const numbers = await prepared.selection(snapshot, view.filters, signal);
	const keys = await prepared.keyCodes(snapshot, { kind: 'column', column }, signal);
	const { counts, groups } = await countInOrder(numbers, keys, pace);
	const values = await keepWhere(groups, (code) => code !== 0, pace);
	const listed =
		containing === ''
			? values.slice()
			: await keysContaining(snapshot, { kind: 'column', column }, keys, values, containing, pace);
	await radixSort(listed, counts, pace, true);
	const top = listed.subarray(0, Math.max(0, limit));
	const texts = await textsOfCodes(snapshot, keys.texts, top, pace);
	return {
		values: texts.map((value, place) => ({ value, records: counts[top[place] ?? 0] ?? 0 })),
		distinct: values.length,
		records: numbers.length,
		empty: counts[0] ?? 0,
	};
}
