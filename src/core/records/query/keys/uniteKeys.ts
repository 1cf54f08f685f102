import type { Scheduler } from '../../../common/scheduler';
import type { HashedKeys } from '../../table/keyPart';
import { uniteCodes } from '../execution/uniteCodes';
import { sitesOfPart } from '../frameSites/uniteSites';
import { KeyCoder } from './keyCoder';
import { PartCoder, type PartOfKey } from './keyCodes';

export interface KeyPiece {
	readonly first: number;
	readonly records: number;
	readonly keys: HashedKeys;
}

export interface UnitedKeys {
	readonly codes: Uint16Array | Uint32Array;
	readonly coder: KeyCoder;
	readonly parts: PartCoder | undefined;
	codeOf(keys: HashedKeys, code: number): number;
}

/** Merges the keys of several ranges, which must cover all records in order. */
export async function uniteKeys(
	pieces: readonly KeyPiece[],
	records: number,
	part: PartOfKey | undefined,
	scheduler: Scheduler,
): Promise<UnitedKeys> {
	const coder = new KeyCoder();
	const parts = part && new PartCoder(part);
	const ranges = pieces.map(({ keys: { codes, lows, highs, topLows, topHighs }, ...piece }) => ({
		...piece,
		codes,
		size: lows.length,
		// `of` identifies the keys, which several ranges can share.
		of: lows,
		merge: (code: number, record: number) => {
			const found = coder.codeOfHash(lows[code] ?? 0, highs[code] ?? 0, record);
			parts?.addHash(found, topLows[code] ?? 0, topHighs[code] ?? 0);
			return found;
		},
	}));
	const { codes, codeOf } = await uniteCodes(ranges, records, scheduler);
	return { codes, coder, parts, codeOf: ({ lows }, code) => codeOf(lows, code) };
}

export async function keysOfPart(
	{ codes, lows, highs, topLows, topHighs, sites }: HashedKeys,
	scheduler: Scheduler,
): Promise<HashedKeys> {
	const own = new Uint32Array(codes.length);
	const known = new Map([[0, 0]]);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			const code = codes[record] ?? 0;
			let found = known.get(code);
			if (found === undefined) {
				found = known.size;
				known.set(code, found);
			}
			own[record] = found;
		}
	});
	const chosen = (halves: Uint32Array) => Uint32Array.from(known.keys(), (code) => halves[code] ?? 0);
	return {
		codes: own,
		lows: chosen(lows),
		highs: chosen(highs),
		topLows: chosen(topLows),
		topHighs: chosen(topHighs),
		sites: await sitesOfPart(sites, scheduler),
	};
}
