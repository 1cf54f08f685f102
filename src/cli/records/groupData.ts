import { createHash } from 'node:crypto';
import type { ReportLink } from '../../core/records/write/report/report';
import { encodeGroupValue, type GroupValue } from '../../shared/groupValue';
import { groupWords } from '../../shared/groupWords';
import type { Group, GroupKey } from '../../shared/results';
import type { Json } from '../out/answer';

/** Equal for records of one group, from run to run and from machine to machine, as long as groups are made alike. */
export function groupFingerprint(key: GroupKey, value: GroupValue): string {
	return createHash('sha256')
		.update(`${key.kind}\n${encodeGroupValue(value)}`)
		.digest('hex')
		.slice(0, 16);
}

/** What tells a group apart, for programs. */
export function namesData(key: GroupKey, value: GroupValue) {
	const { title, place, message } = groupWords(key, value);
	const frames = typeof value === 'object' && 'frames' in value ? value.frames : [];
	return { fingerprint: groupFingerprint(key, value), title, place, message, frames } satisfies Json;
}

/** What is counted of a group, for programs. Moments are in UTC, or on the clock of the file where it tells no zone. */
export function countsData({ records, devices, firstSeen, lastSeen, firstVersion, lastVersion, trend }: Group) {
	return {
		records,
		devices: devices ?? null,
		firstSeen: momentData(firstSeen),
		lastSeen: momentData(lastSeen),
		firstVersion,
		lastVersion,
		trend,
	} satisfies Json;
}

/** A line of the workspace. */
export function codeData(code: ReportLink | undefined): Json {
	return code ? { path: code.label.replace(/:\d+$/, ''), line: code.line1 } : null;
}

/** @param seconds Unix time. */
function momentData(seconds: number | undefined): string | null {
	return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
