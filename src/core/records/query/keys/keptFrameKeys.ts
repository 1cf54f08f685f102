import type { Scheduler } from '../../../common/scheduler';
import type { HashedKeys, KeyPart } from '../../table/keyPart';
import type { Table } from '../../table/table';
import { Snapshot } from '../execution/snapshot';
import { noSites, sitesFrom, uniteSites } from '../frameSites/uniteSites';
import { KeptKeys, keyCodesOf, makeKeys } from './derivedCodes';
import type { KeyCodes } from './keyCodes';
import { CutShortTexts } from './keyMaker';
import { type DerivedSource, keySource } from './keyOfText';
import { type KeyPiece, keysOfPart, uniteKeys } from './uniteKeys';

/** Returns the stored group keys. Computes and stores keys that are missing. Doesn't support deobfuscated traces. */
export async function keptFrameKeys(
	snapshot: Snapshot,
	parts: readonly KeyPart[],
	source: Omit<DerivedSource, 'kind'>,
	scheduler: Scheduler,
): Promise<KeyCodes> {
	const { table, own, records } = snapshot;
	const known: (HashedKeys | undefined)[] = [];
	for (const part of parts) {
		const keys = await part.read(own.id);
		known.push(keys?.codes.length === part.records && keys.sites.codes.length === part.records ? keys : undefined);
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	const missing = [...parts.keys()].filter((index) => known[index] === undefined);
	const make = async (some: Table) => {
		const within = new Snapshot(some, own);
		const ofSome = keySource({ kind: 'frames' }, within);
		return makeKeys(within, ofSome.kind === 'derived' ? ofSome : source, scheduler);
	};
	const made =
		missing.length === 0
			? undefined
			: missing.length === parts.length || !table.withParts
				? await make(table)
				: await table.withParts(missing, make);
	const places = new Map<number, number>();
	let at = 0;
	for (const index of missing) {
		places.set(index, at);
		at += parts[index]?.records ?? 0;
	}
	const pieces = parts.map(({ first, records }, index): KeyPiece => {
		const keys = known[index];
		if (keys || !made) {
			return { first, records, keys: keys ?? noKeys };
		}
		const from = places.get(index) ?? 0;
		const codes = made.keys.codes.subarray(from, from + records);
		return { first, records, keys: { ...made.keys, codes, sites: sitesFrom(made.keys.sites, from, records) } };
	});
	const united = await uniteKeys(pieces, records, source.part, scheduler);
	const sites = await uniteSites(
		pieces.map(({ keys, ...piece }) => ({ ...piece, sites: keys.sites })),
		records,
		scheduler,
	);
	const cutShort = made?.cutShort.renumbered((number) => wholeNumber(number, missing, places, parts), at);
	// Stores keys in the background. If this fails, they are computed again the next time.
	let before: Promise<unknown> = Promise.resolve();
	for (const index of missing) {
		const part = parts[index];
		const keys = pieces[index]?.keys;
		// Fallback keys aren't stored, because the next attempt to parse the text may be fast enough.
		if (part && keys && !anyWithin(cutShort, part)) {
			// Stores keys of one partition after the other, because storing them needs additional memory.
			before = part.keep(
				own.id,
				before.then(() => keysOfPart(keys, scheduler)),
			);
		}
	}
	const kept = made?.kept.renumbered((code) => united.codeOf(made.keys, code)) ?? new KeptKeys();
	return keyCodesOf(source, { ...united, sites, kept, cutShort: cutShort ?? new CutShortTexts(), outcomes: undefined });
}

const none = new Uint32Array(1);
const noKeys: HashedKeys = {
	codes: new Uint8Array(0),
	lows: none,
	highs: none,
	topLows: none,
	topHighs: none,
	sites: noSites(),
};

function wholeNumber(
	number: number,
	missing: readonly number[],
	places: ReadonlyMap<number, number>,
	parts: readonly KeyPart[],
): number {
	const index = missing.findLast((index) => (places.get(index) ?? 0) <= number) ?? 0;
	return (parts[index]?.first ?? 0) + number - (places.get(index) ?? 0);
}

function anyWithin(cutShort: CutShortTexts | undefined, { first, records }: KeyPart): boolean {
	const of = cutShort?.records;
	return (
		of !== undefined && Array.from({ length: records }, (_, record) => first + record).some((record) => of.has(record))
	);
}
