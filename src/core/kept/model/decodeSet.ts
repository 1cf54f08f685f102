import { decodeZone, isLongForm, isTime } from '../../export/library/entryFiles';
import { decodeEvidence } from '../../export/model/decodeEvidence';
import { isRecordsFileName } from '../../export/model/names';
import { decodeCommon, isCount, isListOf, isObject, isString, oneOf } from '../../plan/decodePlan';
import type { Zone } from '../../plan/range';
import { type Asked, type KeptDay, type KeptPlan, type KeptSet, type Part, refusals } from './keptSet';
import { isPartFolderName } from './names';

/** Reads what a manifest holds; undefined when it is no set that this version can read. */
export function decodeSet(value: unknown): KeptSet | undefined {
	if (!isObject(value) || value['version'] !== 1) {
		return undefined;
	}
	const { service, days, keepDays, paused, updatedAt } = value;
	const plan = decodeKeptPlan(value['plan']);
	const zone = decodeZone(value['zone']);
	const zoneOf = zonesOnce();
	const decoded = Array.isArray(days) ? days.map((day) => decodeDay(day, zoneOf)) : [undefined];
	const known = decoded.filter((day) => day !== undefined);
	if (!isString(service) || !plan || !zone || known.length < decoded.length || !isAscending(known)) {
		return undefined;
	}
	return {
		version: 1,
		service,
		plan,
		zone,
		days: known,
		...(isCount(keepDays) && keepDays > 0 && { keepDays }),
		...(paused === true && { paused }),
		...(isTime(updatedAt) && { updatedAt }),
	};
}

/** Of a newer version, which this one must leave alone. */
export function isOfNewerVersion(value: unknown): boolean {
	return isObject(value) && isCount(value['version']) && value['version'] > 1;
}

function decodeKeptPlan(value: unknown): KeptPlan | undefined {
	// Everything else that a plan has is the same for all sets.
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

/** Days mostly have the zone of each other, and whether the runtime knows it takes as long as all the rest of a day. */
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

function decodeDay(value: unknown, zoneOf: ZoneOf): KeptDay | undefined {
	if (!isObject(value) || !isDay(value['day'])) {
		return undefined;
	}
	const decoded = {
		part: decodePart(value['part']),
		asked: decodeAsked(value['asked'], zoneOf),
		refused: decodeRefused(value['refused']),
	};
	const { part, asked, refused } = decoded;
	const names = ['part', 'asked', 'refused'] as const;
	return names.some((name) => value[name] !== undefined && !decoded[name])
		? undefined
		: { day: value['day'], ...(part && { part }), ...(asked && { asked }), ...(refused && { refused }) };
}

function decodePart(value: unknown): Part | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { folder, file, rows, bytes, times, timeless, fields } = value;
	const span = decodeTimes(times);
	if (
		!isString(folder) ||
		!isPartFolderName(folder) ||
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
	return { folder, file, rows, bytes, ...(span && { times: span }), timeless, fields };
}

function decodeTimes(value: unknown): Part['times'] | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { first, last } = value;
	return typeof first === 'number' && typeof last === 'number' && first <= last ? { first, last } : undefined;
}

function decodeAsked(value: unknown, zoneOf: ZoneOf): Asked | undefined {
	if (!isObject(value)) {
		return undefined;
	}
	const { at, until, largest, most, notGivenAgain } = value;
	const zone = zoneOf(value['zone']);
	const evidence = decodeEvidence(value);
	if (!isTime(at) || !isLongForm(until) || !zone || !isCount(largest) || !isCount(notGivenAgain) || !evidence) {
		return undefined;
	}
	const { proof, doubts } = evidence;
	return { at, until, zone, largest, ...(isCount(most) && { most }), proof, doubts, notGivenAgain };
}

function decodeRefused(value: unknown): KeptDay['refused'] | undefined {
	if (!isObject(value) || !isTime(value['at'])) {
		return undefined;
	}
	const kind = oneOf(value['kind'], refusals);
	return kind && { kind, at: value['at'] };
}

function isAscending(days: readonly KeptDay[]): boolean {
	return days.every(({ day }, index) => index === 0 || day > (days[index - 1]?.day ?? ''));
}

function isDay(value: unknown): value is string {
	return isString(value) && isLongForm(`${value} 00:00:00`);
}
