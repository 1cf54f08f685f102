import { isObject } from '../../common/parseJson';
import { decodeZone, isLongForm, isTime } from '../../export/library/entryFiles';
import { decodeEvidence } from '../../export/model/decodeEvidence';
import { isRecordsFileName } from '../../export/model/names';
import { decodeCommon, isCount, isListOf, isString, oneOf } from '../../plan/decodePlan';
import type { Zone } from '../../plan/range';
import { isDamagedFolderName, isPartitionFolderName } from './names';
import {
	type Damage,
	type FieldsSection,
	type FileStamp,
	type LastRequest,
	type Partition,
	refusals,
	type SyncedDay,
	type SyncedSet,
	type SyncPlan,
	type SyncSettings,
} from './syncedSet';

export function decodeSet(value: unknown): SyncedSet | undefined {
	if (!isObject(value) || value['version'] !== 1) {
		return undefined;
	}
	const { service, days, updatedAt } = value;
	const settings = decodeSettings(value);
	const zone = decodeZone(value['zone']);
	const getZone = zonesOnce();
	const decoded = Array.isArray(days) ? days.map((day) => decodeDay(day, getZone)) : [undefined];
	const known = decoded.filter((day) => day !== undefined);
	if (!isString(service) || !settings || !zone || known.length < decoded.length || !isAscending(known)) {
		return undefined;
	}
	return {
		version: 1,
		service,
		...settings,
		zone,
		days: known,
		...(isTime(updatedAt) && { updatedAt }),
	};
}

export function decodeSettings(value: unknown): SyncSettings | undefined {
	const plan = isObject(value) ? decodeSyncPlan(value['plan']) : undefined;
	if (!isObject(value) || !plan) {
		return undefined;
	}
	const { retentionDays, paused } = value;
	return {
		plan,
		...(isCount(retentionDays) && retentionDays > 0 && { retentionDays }),
		...(paused === true && { paused }),
	};
}

/** Returns true if a newer version of the extension wrote the manifest, which must then not be changed. */
export function isOfNewerVersion(value: unknown): boolean {
	return isObject(value) && isCount(value['version']) && value['version'] > 1;
}

function decodeSyncPlan(value: unknown): SyncPlan | undefined {
	// `dateDimension`, `byteOrderMark`, and `limit` aren't stored, because they are the same for all synced sets.
	const common = isObject(value)
		? decodeCommon({ ...value, dateDimension: 'receive', byteOrderMark: false, limit: undefined })
		: undefined;
	if (!isObject(value) || !common || !isDay(value['since'])) {
		return undefined;
	}
	const { dateDimension: _, byteOrderMark: __, limit: ___, ...plan } = common;
	return { ...plan, since: value['since'] };
}

type ZoneOf = (value: unknown) => Zone | undefined;

/** Caches decoded time zones, because checking a zone takes as long as decoding the rest of a day. */
function zonesOnce(): ZoneOf {
	const known = new Map<string, Zone | undefined>();
	return (value) => {
		const key = JSON.stringify(value) ?? '';
		if (!known.has(key)) {
			known.set(key, decodeZone(value));
		}
		return known.get(key);
	};
}

function decodeDay(value: unknown, getZone: ZoneOf): SyncedDay | undefined {
	if (!isObject(value) || !isDay(value['day'])) {
		return undefined;
	}
	const decoded = {
		partition: decodePartition(value['partition']),
		clock: getZone(value['clock']),
		asked: decodeAsked(value['asked'], getZone),
		refused: decodeRefused(value['refused']),
	};
	const { clock, partition, asked, refused } = decoded;
	const names = ['clock', 'partition', 'asked', 'refused'] as const;
	const { setAside } = value;
	return names.some((name) => value[name] !== undefined && !decoded[name])
		? undefined
		: {
				day: value['day'],
				...(clock && { clock }),
				...(partition && { partition }),
				...(asked && { asked }),
				...(refused && { refused }),
				...(isString(setAside) && isDamagedFolderName(setAside) && { setAside }),
			};
}

function decodePartition(value: unknown): Partition | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { folder, file, rows, bytes, times, timeless, fields } = value;
	const span = decodeTimes(times);
	if (
		!isString(folder) ||
		!isPartitionFolderName(folder) ||
		!isString(file) ||
		!isRecordsFileName(file) ||
		!isCount(rows) ||
		!isCount(bytes) ||
		!isCount(timeless) ||
		!isListOf(fields, isString) ||
		(times !== undefined && !span)
	) {
		return undefined;
	}
	const { digest } = value;
	const [stamp, damaged] = [decodeStamp(value['stamp']), decodeDamage(value['damaged'])];
	const sections = decodeSections(value['sections']);
	return {
		folder,
		file,
		rows,
		bytes,
		...(span && { times: span }),
		timeless,
		fields,
		...(sections && { sections }),
		...(isString(digest) && { digest }),
		...(stamp && { stamp }),
		...(damaged && { damaged }),
	};
}

export function decodeSections(value: unknown): readonly FieldsSection[] | undefined {
	return isListOf(value, isSection) ? value.map(({ rows, fields }) => ({ rows, fields })) : undefined;
}

function isSection(value: unknown): value is FieldsSection {
	return isObject(value) && isCount(value['rows']) && isListOf(value['fields'], isString);
}

function decodeDamage(value: unknown): Damage | undefined {
	if (!isObject(value) || !isCount(value['rows'])) {
		return undefined;
	}
	const times = decodeTimes(value['times']);
	return { rows: value['rows'], ...(times && { times }), ...(value['hasUnread'] === true && { hasUnread: true }) };
}

function decodeStamp(value: unknown): FileStamp | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { mtimeMs, ctimeMs } = value;
	return typeof mtimeMs === 'number' && typeof ctimeMs === 'number' ? { mtimeMs, ctimeMs } : undefined;
}

function decodeTimes(value: unknown): Partition['times'] | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { first, last } = value;
	return typeof first === 'number' && typeof last === 'number' && first <= last ? { first, last } : undefined;
}

function decodeAsked(value: unknown, getZone: ZoneOf): LastRequest | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { at, since, until, largest, most, notGivenAgain } = value;
	const zone = getZone(value['zone']);
	const evidence = decodeEvidence(value);
	if (!isTime(at) || !isLongForm(until) || !zone || !isCount(largest) || !isCount(notGivenAgain) || !evidence) {
		return undefined;
	}
	const { proof, doubts } = evidence;
	return {
		at,
		...(isLongForm(since) && { since }),
		until,
		zone,
		largest,
		...(isCount(most) && { most }),
		proof,
		doubts,
		notGivenAgain,
	};
}

function decodeRefused(value: unknown): SyncedDay['refused'] | undefined {
	if (!isObject(value) || !isTime(value['at'])) {
		return undefined;
	}
	const kind = oneOf(value['kind'], refusals);
	return kind && { kind, at: value['at'] };
}

function isAscending(days: readonly SyncedDay[]): boolean {
	return days.every(({ day }, index) => index === 0 || day > (days[index - 1]?.day ?? ''));
}

function isDay(value: unknown): value is string {
	return isString(value) && isLongForm(`${value} 00:00:00`);
}
