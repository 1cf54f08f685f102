import type { ColumnKind } from '../../../../shared/results';
import type { Pace } from '../../../common/pace';
import { compareCodePoints, orderKey } from '../values/orderKey';
import { sortInTurns } from './sortInTurns';

/** By code: the place of its value among all of them, 0 for the first; equal values share one. */
export async function dictionaryRanks(
	{ size, value }: { readonly size: number; value(code: number): string },
	kind: ColumnKind,
	pace: Pace,
): Promise<Uint32Array> {
	const keys: string[] = [];
	let beyondBasic = false;
	await pace.walk(
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
	const keyOf = (code: number) => keys[code] ?? '';
	const compare = beyondBasic
		? (a: number, b: number) => compareCodePoints(keyOf(a), keyOf(b))
		: (a: number, b: number) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);
	const order = await sortInTurns(
		Uint32Array.from({ length: size }, (_, code) => code),
		compare,
		pace,
	);
	const ranks = new Uint32Array(size);
	let rank = -1;
	let previous: string | undefined;
	for (const code of order) {
		const key = keyOf(code);
		if (key !== previous) {
			rank++;
			previous = key;
		}
		ranks[code] = rank;
	}
	return ranks;
}
