import type { ColumnKind } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import { compareCodePoints, orderKey } from '../values/orderKey';
import { sortInTurns } from './sortInTurns';

/** Returns the rank of each value by code, starting at 0. Equal values share a rank. */
export async function dictionaryRanks(
	{ size, value }: { readonly size: number; value(code: number): string },
	kind: ColumnKind,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const keys: string[] = [];
	let beyondBasic = false;
	await scheduler.forEachBatch(
		size,
		(from, to) => {
			for (let code = from; code < to; code++) {
				const key = orderKey(kind, value(code));
				keys.push(key);
				beyondBasic ||= /[\ud800-\uffff]/.test(key);
			}
		},
		1024,
	);
	const getKey = (code: number) => keys[code] ?? '';
	const compare = beyondBasic
		? (a: number, b: number) => compareCodePoints(getKey(a), getKey(b))
		: (a: number, b: number) => (getKey(a) < getKey(b) ? -1 : getKey(a) > getKey(b) ? 1 : 0);
	const order = await sortInTurns(
		Uint32Array.from({ length: size }, (_, code) => code),
		compare,
		scheduler,
	);
	const ranks = new Uint32Array(size);
	let rank = -1;
	let previous: string | undefined;
	for (const code of order) {
		const key = getKey(code);
		if (key !== previous) {
			rank++;
			previous = key;
		}
		ranks[code] = rank;
	}
	return ranks;
}
