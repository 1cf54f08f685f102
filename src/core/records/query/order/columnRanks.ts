import type { Pace } from '../../../common/pace';
import type { DictionaryValues } from '../../table/table';
import { orderKey } from '../values/orderKey';
import { cellsOfColumn, mappedCells } from '../work/cellSource';
import type { Snapshot } from '../work/snapshot';
import { dictionaryRanks } from './dictionaryRanks';
import { textRanks } from './textRanks';

/** By code: the place of a dictionary's value in the order of the column's kind. */
export function rankDictionary(snapshot: Snapshot, column: number, pace: Pace): Promise<Uint32Array> {
	const { values, kind } = snapshot.column(column);
	const { size, value } =
		values.kind === 'dictionary'
			? { size: values.size, value: (code: number) => values.value(code) }
			: { size: 0, value: () => '' };
	return dictionaryRanks({ size, value }, kind, pace);
}

/** By record, for the numbers: the place of its value in the order of the column's kind. None of them may be empty there. */
export function rankTexts(snapshot: Snapshot, column: number, numbers: Uint32Array, pace: Pace): Promise<Uint32Array> {
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
		pace,
	);
}

/** By record, for the numbers, from the ranks of a dictionary's codes. */
export async function spreadRanks(
	rankOfCode: Uint32Array,
	{ codes }: DictionaryValues,
	numbers: Uint32Array,
	records: number,
	pace: Pace,
): Promise<Uint32Array> {
	const ranks = new Uint32Array(records);
	await pace.walk(numbers.length, (from, to) => {
		for (let index = from; index < to; index++) {
			const number = numbers[index] ?? 0;
			ranks[number] = rankOfCode[codes[number] ?? 0] ?? 0;
		}
	});
	return ranks;
}
