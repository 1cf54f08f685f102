import type { GroupKey } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Pace } from '../../../common/pace';
import { TextSearch } from '../values/textSearch';
import { cellsOfColumn } from '../work/cellSource';
import { keepWhere } from '../work/keep';
import type { Snapshot } from '../work/snapshot';
import { derivedCells } from './derivedCodes';
import type { KeyCodes } from './keyCodes';
import { keySource } from './keyOfText';
import { searchedPart } from './valueOfKey';

/** Those of some codes, in their order, in whose keys a text occurs. The empty key has none. */
export async function keysContaining(
	snapshot: Snapshot,
	key: GroupKey,
	keys: KeyCodes,
	wanted: Uint32Array,
	containing: string,
	pace: Pace,
): Promise<Uint32Array> {
	const search = new TextSearch(containing);
	const { texts, codes, size } = keys;
	if (texts.kind === 'held') {
		return keepWhere(wanted, (code) => code !== 0 && search.inText(searchedPart(key, texts.value(code))), pace);
	}
	const only = new Bitset(snapshot.records);
	for (const code of wanted) {
		if (code !== 0) {
			only.add(texts.records[code] ?? 0);
		}
	}
	const source = keySource(key, snapshot);
	const cells =
		source.kind === 'values'
			? cellsOfColumn(snapshot, source.column ?? -1)
			: derivedCells(snapshot, keys, (text) => searchedPart(key, text));
	const found = new Uint8Array(size);
	await cells(
		(record, bytes, start, end) => {
			found[codes[record] ?? 0] = search.inBytes(bytes, start, end) ? 1 : 0;
		},
		only,
		pace,
	);
	return keepWhere(wanted, (code) => found[code] === 1, pace);
}
