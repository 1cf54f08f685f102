import type { GroupKey } from '../../../../shared/results';
import { Bitset } from '../../../common/bitset';
import type { Scheduler } from '../../../common/scheduler';
import { cellsOfColumn } from '../execution/cellSource';
import { positionsWhere } from '../execution/selectPositions';
import type { Snapshot } from '../execution/snapshot';
import { TextSearch } from '../values/textSearch';
import { derivedCells } from './derivedCodes';
import type { KeyCodes } from './keyCodes';
import { keySource } from './keyOfText';
import { searchedPart } from './valueOfKey';

interface SearchedKeys {
	readonly keys: KeyCodes;
	readonly wanted: Uint32Array;
	readonly containing: string;
}

/** Returns those codes in `wanted` whose keys contain the text. The order stays the same. Empty keys never match. */
export async function keysContaining(
	snapshot: Snapshot,
	key: GroupKey,
	{ keys, wanted, containing }: SearchedKeys,
	scheduler: Scheduler,
): Promise<Uint32Array> {
	const search = new TextSearch(containing);
	const { texts, codes, size } = keys;
	if (texts.kind === 'held') {
		return positionsWhere(
			wanted,
			(code) => code !== 0 && search.inText(searchedPart(key, texts.value(code))),
			scheduler,
		);
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
		scheduler,
	);
	return positionsWhere(wanted, (code) => found[code] === 1, scheduler);
}
