import { fold } from '../../../../shared/fold';
import type { Scheduler } from '../../../common/scheduler';
import type { CachedSnapshot } from '../../query/cachedSnapshot';
import type { Times } from '../../query/execution/times';
import { textsOfCodes } from '../../query/keys/keyCodes';
import { orderedPart, searchedPart } from '../../query/keys/valueOfKey';
import { hash16, keyHashBytes } from '../../server/dataset/hash16';
import { type HashedKeyKind, keyColumns, lastDay, latestTime, secondsOfDay } from '../../server/dataset/schema';

/**
 * Converts a device ID to a 64-bit number: a numeric ID to its own number, an empty ID to 0, and any other ID to a
 * hash. The result has two 32-bit halves.
 */
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

export interface LoadedKey {
	readonly value: string;
	readonly ordered: string;
	readonly searched: string;
}

export interface KeysOfKind {
	readonly codes: ArrayLike<number>;
	/** Hash of each key, by code, with `keyHashBytes` bytes per hash. The hash of code 0 consists of zeros. */
	readonly hashes: Uint8Array;
	readonly keys: readonly LoadedKey[];
}

export async function keysOfRecords(
	snapshot: CachedSnapshot,
	kind: HashedKeyKind,
	scheduler: Scheduler,
): Promise<KeysOfKind> {
	const key = { kind } as const;
	const { codes, size, texts } = await snapshot.keyCodes(key, scheduler.signal);
	const all = Uint32Array.from({ length: Math.max(0, size - 1) }, (_, index) => index + 1);
	const values = await textsOfCodes(snapshot, texts, all, scheduler);
	const hashes = new Uint8Array((values.length + 1) * keyHashBytes);
	const keys: LoadedKey[] = [];
	for (const value of values) {
		hashes.set(hash16(value), (keys.length + 1) * keyHashBytes);
		keys.push({ value, ordered: orderedPart(key, value), searched: fold(searchedPart(key, value)) });
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	return { codes, hashes, keys };
}

export const hashedKeyKinds = Object.keys(keyColumns) as readonly HashedKeyKind[];

const latest = Number(latestTime);

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
