import type { Scheduler } from '../../../common/scheduler';
import type { HashedKeys } from '../../table/keyPart';
import { NarrowCodes } from '../execution/narrowCodes';
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

/** Merges the keys of several ranges. Together, the ranges must cover all records in order. */
export async function uniteKeys(
	pieces: readonly KeyPiece[],
	records: number,
	part: PartOfKey | undefined,
	pace: Scheduler,
): Promise<UnitedKeys> {
	const coder = new KeyCoder();
	const parts = part && new PartCoder(part);
	/** The merged codes for each hash array. Several ranges can have the same array. */
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
		await pace.forEachBatch(records, (from, to) => {
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

export async function keysOfPart(
	{ codes, lows, highs, topLows, topHighs, sites }: HashedKeys,
	pace: Scheduler,
): Promise<HashedKeys> {
	const own = new Uint32Array(codes.length);
	const known = new Map([[0, 0]]);
	await pace.forEachBatch(codes.length, (from, to) => {
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
