import type { ColumnKind } from '../../../../shared/results';
import type { Scheduler } from '../../../common/scheduler';
import type { DictionaryValues } from '../../table/table';
import { cellsOfColumn, mappedCells } from '../execution/cellSource';
import type { Snapshot } from '../execution/snapshot';
import { compareCodePoints, orderKey } from '../values/orderKey';
import { sortInTurns } from './sortInTurns';
import { textRanks } from './textRanks';

/** Returns ranks by record number, for the records in `numbers`. The values of these records must not be empty. */
export function rankTexts(
	snapshot: Snapshot,
	column: number,
	numbers: Uint32Array,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const { table, records } = snapshot;
	const { kind } = snapshot.column(column);
	const cells = cellsOfColumn(snapshot, column);
	return textRanks(
		{
			cells:
				kind === 'text'
					? cells
					: mappedCells(cells, (bytes, start, end) => orderKey(kind, bytes.toString('utf8', start, end))),
			numbers,
			lengthOf: (number) => table.length(number),
			records,
		},
		scheduler,
	);
}

export async function spreadRanks(
	rankOfCode: Uint32Array,
	{ codes }: DictionaryValues,
	numbers: Uint32Array,
	records: number,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const ranks = new Uint32Array(records);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			ranks[number] = rankOfCode[codes[number] ?? 0] ?? 0;
		}
	});
	return ranks;
}

/** Returns the ranks of the values of a dictionary, by code. */
export async function rankDictionary(
	values: DictionaryValues,
	kind: ColumnKind,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const { size } = values;
	const keys: string[] = [];
	let beyondBasic = false;
	await scheduler.forEachBatch(
		size,
		(from, to) => {
			for (let code = from; code < to; code++) {
				const key = orderKey(kind, values.value(code));
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
