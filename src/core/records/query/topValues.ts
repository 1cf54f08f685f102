import type { RecordQueries } from '../../../shared/recordsApi';
import type { TopValues } from '../../../shared/results';
import { Scheduler } from '../../common/scheduler';
import { positionsWhere } from './execution/selectPositions';
import type { Snapshot } from './execution/snapshot';
import { textsOfCodes } from './keys/keyCodes';
import { keysContaining } from './keys/keysContaining';
import { countInOrder } from './keys/tally';
import { radixSort } from './order/radixSort';
import type { QueryCache } from './queryCache';

/** Returns the most frequent non-empty values. `containing` filters the values but doesn't change their counts. */
export async function getTopValues(
	queryCache: QueryCache,
	snapshot: Snapshot,
	{ view, column, limit, containing = '' }: RecordQueries['topValues']['params'],
	signal: AbortSignal,
): Promise<TopValues> {
	const scheduler = new Scheduler(signal);
	const numbers = await queryCache.selection(snapshot, view.filters, signal);
	const keys = await queryCache.keyCodes(snapshot, { kind: 'column', column }, signal);
	const { counts, groups } = await countInOrder(numbers, keys, scheduler);
	const values = await positionsWhere(groups, (code) => code !== 0, scheduler);
	const listed =
		containing === ''
			? values.slice()
			: await keysContaining(snapshot, { kind: 'column', column }, { keys, wanted: values, containing }, scheduler);
	await radixSort(listed, counts, scheduler, true);
	const top = listed.subarray(0, Math.max(0, limit));
	const texts = await textsOfCodes(snapshot, keys.texts, top, scheduler);
	return {
		values: texts.map((value, place) => ({ value, records: counts[top[place] ?? 0] ?? 0 })),
		distinct: values.length,
		records: numbers.length,
		empty: counts[0] ?? 0,
	};
}
