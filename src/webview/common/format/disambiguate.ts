import { groupWords } from '../../../shared/groupLabels';
import { type GroupValue, isErrorValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import type { Translate } from './translate';

/** Returns the label of a group. If several groups have the same label, `disambiguate` describes how they differ. */
export function sharedLabel(key: GroupKey, value: GroupValue): string {
	const { title, place, message } = groupWords(key, value);
	return [title, place, message].join('\n');
}

/** Describes how a group differs from groups with the same label, by its package or first differing frame. */
export function disambiguate(value: GroupValue, twins: readonly GroupValue[], t: Translate): string {
	if (typeof value === 'string') {
		return '';
	}
	if ('frame' in value) {
		return twins.some((twin) => typeof twin === 'object' && 'frame' in twin && twin.frame !== value.frame)
			? value.frame
			: '';
	}
	const others = twins.filter(isErrorValue);
	const types = others.some(({ type }) => type !== value.type) ? [value.type] : [];
	const frames = others
		.filter(({ type }) => type === value.type)
		.flatMap(({ frames }) => {
			const at = differsAt(value.frames, frames);
			return at === undefined ? [] : [frameWords(value.frames, frames, at, t)];
		});
	return [...types, ...new Set(frames)].filter((part) => part !== '').join(' · ');
}

function differsAt(one: readonly string[], other: readonly string[]): number | undefined {
	const length = Math.max(one.length, other.length);
	const places = Array.from({ length }, (_, index) => index);
	return places.find((index) => one[index] !== other[index]);
}

function frameWords(own: readonly string[], other: readonly string[], at: number, t: Translate): string {
	const [frame, otherFrame] = [own[at], other[at] ?? ''];
	if (frame === undefined) {
		return t('no other frame');
	}
	const short = shortName(frame);
	return `← ${short === shortName(otherFrame) ? frame : short}`;
}

function shortName(frame: string): string {
	return frame.split('.').slice(-2).join('.');
}
