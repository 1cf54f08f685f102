import { formatCivil, parseCivil, toUtc } from '../../../shared/civilTime';
import { type ChunkRange, getMoments } from '../../export/chunks/splitRange';
import { clockAt, getCalendar, shownOnceIn } from '../../plan/civilClock';
import { isSameZone, type Zone } from '../../plan/range';
import type { SyncedDay, SyncedSet } from './syncedSet';

/** Maximum number of seconds by which an end of a range is moved to a local time that occurs exactly once. */
const farthestMove = 26 * 3600;
const moveStep = 60;

/**
 * Changes the time zone of a synced set. Ranges that were requested are converted. Existing days keep the boundaries of
 * the previous time zone.
 */
export function inZone(set: SyncedSet, zone: Zone): SyncedSet {
	const days = set.days.map(({ clock = set.zone, asked, ...day }): SyncedDay => {
		const converted = asked && {
			...asked,
			...convertRange({ since: asked.since ?? `${day.day} 00:00:00`, until: asked.until }, asked.zone, zone),
			zone,
		};
		return { ...day, ...(converted && { asked: converted }), ...(!isSameZone(clock, zone) && { clock }) };
	});
	return { ...set, zone, days };
}

/** Converts a range to another time zone. If an end of the range occurs twice in that zone, the range is extended. */
export function convertRange(range: ChunkRange, from: Zone, to: Zone): ChunkRange {
	const { since, until } = getMoments(range, from);
	const isShownOnce = shownOnceIn(to);
	const nearest = (moment: number, direction: 1 | -1) => {
		const time = clockAt(moment, to);
		for (let distance = 0; distance <= farthestMove; distance += moveStep) {
			if (isShownOnce(time + direction * distance)) {
				return getText(time + direction * distance);
			}
		}
		return getText(time);
	};
	return { since: nearest(since, -1), until: nearest(until, 1) };
}

export function secondBefore(text: string): string {
	const parsed = parseCivil(text, 'start');
	return parsed.ok ? getText(toUtc(parsed.time) / 1000 - 1) : text;
}

function getText(seconds: number): string {
	return formatCivil(getCalendar(seconds));
}
