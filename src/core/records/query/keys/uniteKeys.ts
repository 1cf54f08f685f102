import type { Pace } from '../../../common/pace';
import type { HashedKeys } from '../../table/keyPart';
import { sitesOfPart } from '../sites/uniteSites';
import { NarrowCodes } from '../work/narrowCodes';
import { KeyCoder } from './keyCoder';
import { PartCoder, type PartOfKey } from './partCodes';

/** Keys of some of the records. */
export interface KeyPiece {
	/** Number of the first of them. */
	readonly first: number;
	readonly records: number;
	readonly keys: HashedKeys;
}

/** Codes of keys, in the order in which the records have them. */
export interface UnitedKeys {
	/** By record. */
	readonly codes: Uint16Array | Uint32Array;
	/** Its origins are the first records. */
	readonly coder: KeyCoder;
	readonly parts: PartCoder | undefined;
	/** The code of what is another one in a piece; 0 where no record has it. */
	codeOf(keys: HashedKeys, code: number): number;
}

/** @param pieces In the order of their records, of which they have all. @param part What else the keys have a code of. */
export async function uniteKeys(
	pieces: readonly KeyPiece[],
	records: number,
	part: PartOfKey | undefined,
	pace: Pace,
): Promise<UnitedKeys> {
	const coder = new KeyCoder();
	const parts = part && new PartCoder(part);
	/** By the hashes, which pieces may have in common: their codes here. */
	const known = new Map<Uint32Array, Uint32Array>();
	const codes = new NarrowCodes(records);
	const begin = ({ lows, highs, topLows, topHighs }: HashedKeys, code: number, record: number): number => {
		const found = coder.codeOfHash(lows[code] ?? 0, highs[code] ?? 0, record);
		parts?.addHash(found, topLows[code] ?? 0, topHighs[code] ?? 0);
		return found;
	};
	for (const { first, records, keys } of pieces) {
		const codesHere = known.get(keys.lows) ?? new Uint32Array(keys.lows.length);
		known.set(keys.lows, codesHere);
		await pace.walk(records, (from, to) => {
			for (let record = from; record < to; record++) {
				const code = keys.codes[record] ?? 0;
				if (code !== 0) {
					let here = codesHere[code] ?? 0;
					if (here === 0) {
						here = begin(keys, code, first + record);
						codesHere[code] = here;
					}
					codes.set(first + record, here);
				}
			}
		});
	}
	return { codes: codes.values, coder, parts, codeOf: ({ lows }, code) => known.get(lows)?.[code] ?? 0 };
}

/** The same keys with no codes but those that the records have. */
export async function keysOfPart(
	{ codes, lows, highs, topLows, topHighs, sites }: HashedKeys,
	pace: Pace,
): Promise<HashedKeys> {
	const own = new Uint32Array(codes.length);
	const known = new Map([[0, 0]]);
	await pace.walk(codes.length, (from, to) => {
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
		sites: await sitesOfPart(sites, pace),
	};
}
