import { decodeError, decodeFrame, type GroupValue } from '../../../../shared/groupValue';
import type { GroupKey } from '../../../../shared/results';

/** What stands behind the text of a key. */
export function valueOfKey({ kind }: GroupKey, text: string): GroupValue {
	if (text === '') {
		return '';
	}
	return kind === 'frames' ? decodeError(text) : kind === 'topFrame' ? decodeFrame(text) : text;
}

/** Where a text is looked for in keys of a kind: all that a person may see of them. */
export function searchedPart(key: GroupKey, text: string): string {
	const value = valueOfKey(key, text);
	if (typeof value === 'string') {
		return value;
	}
	const { title } = value;
	return (
		'frame' in value ? [title, value.frame] : [title, value.place, value.message, value.type, ...value.frames]
	).join('\n');
}

/** By what keys of a kind are put in order: of errors and frames, what a person reads first. */
export function orderedPart(key: GroupKey, text: string): string {
	const value = valueOfKey(key, text);
	if (typeof value === 'string') {
		return value;
	}
	const { title } = value;
	return ('frame' in value ? [title, value.frame] : [title, value.place || value.message, ...value.frames]).join('\n');
}
