import { fold } from '../../../../shared/fold';
import type { Pace } from '../../../common/pace';
import { textsOfCodes } from '../../query/keys/keyTexts';
import { orderedPart, searchedPart } from '../../query/keys/valueOfKey';
import type { Prepared } from '../../query/prepared';
import type { Snapshot } from '../../query/work/snapshot';
import type { Times } from '../../query/work/times';
import { hash16, keyHashBytes } from '../../server/dataset/hash16';
import { type HashedKeyKind, keyColumns, lastDay, latestTime, secondsOfDay } from '../../server/dataset/schema';

/** A number for a device in two halves, 0 for none: its own where it is one, so that equal ones are equal and others are not. */
export function deviceNumber(text: string): DeviceNumber {
	if (text === '') {
		return { low: 0, high: 0 };
	}
	if (/^[1-9]\d{0,18}$/.test(text)) {
		const own = BigInt(text);
		return { low: Number(own & 0xffffffffn), high: Number(own >> 32n) };
	}
	const hash = hash16(text);
	return { low: hash.readUInt32LE(0), high: hash.readUInt32LE(4) };
}

export interface DeviceNumber {
	readonly low: number;
	readonly high: number;
}

/** A group key of a load. */
export interface LoadedKey {
	readonly value: string;
	readonly ordered: string;
	readonly searched: string;
}

/** The keys of one kind: the hash of each record's, and the texts. */
export interface KeysOfKind {
	/** By record; 0 for none. */
	readonly codes: ArrayLike<number>;
	/** By code, `keyHashBytes` of each; zeros for none. */
	readonly hashes: Uint8Array;
	/** Those of codes from 1 on, in their order. */
	readonly keys: readonly LoadedKey[];
}

/** The group keys of all records, as the product makes them of a file. */
export async function keysOfRecords(
	prepared: Prepared,
	snapshot: Snapshot,
	kind: HashedKeyKind,
	pace: Pace,
): Promise<KeysOfKind> {
	const key = { kind } as const;
	const { codes, size, texts } = await prepared.keyCodes(snapshot, key, pace.signal);
	const all = Uint32Array.from({ length: Math.max(0, size - 1) }, (_, index) => index + 1);
	const values = await textsOfCodes(snapshot, texts, all, pace);
	const hashes = new Uint8Array((values.length + 1) * keyHashBytes);
	const keys: LoadedKey[] = [];
	for (const value of values) {
		hashes.set(hash16(value), (keys.length + 1) * keyHashBytes);
		keys.push({ value, ordered: orderedPart(key, value), searched: fold(searchedPart(key, value)) });
		if (pace.due) {
			await pace.rest();
		}
	}
	return { codes, hashes, keys };
}

export const hashedKeyKinds = Object.keys(keyColumns) as readonly HashedKeyKind[];

const latest = Number(latestTime);

/** When a record was: its day, and Unix seconds; undefined where it has none. @param isEmpty Nothing is written there. */
export function recordMoment(
	times: Times | undefined,
	record: number,
	isEmpty: () => boolean,
): { day: number; time: number | undefined } {
	const time = times?.[record] ?? Number.NaN;
	if (!(Math.abs(time) <= latest)) {
		return { day: isEmpty() ? 0 : lastDay, time: undefined };
	}
	return { day: Math.min(lastDay, Math.max(0, Math.floor(time / secondsOfDay))), time };
}
