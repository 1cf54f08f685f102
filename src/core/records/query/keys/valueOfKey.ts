import { decodeError, decodeFrame, type GroupValue } from '../../../../shared/groupValue';
import type { GroupKey } from '../../../../shared/results';

export function valueOfKey({ kind }: GroupKey, text: string): GroupValue {
	if (text === '') {
		return '';
	}
	return kind === 'frames' ? decodeError(text) : kind === 'topFrame' ? decodeFrame(text) : text;
}

/** Returns the searchable part of a key, which is the part that users see. */
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

/** Returns the sort text of a key. It begins with the most prominent part of an error or frame. */
export function orderedPart(key: GroupKey, text: string): string {
	const value = valueOfKey(key, text);
	if (typeof value === 'string') {
		return value;
	}
	const { title } = value;
	return ('frame' in value ? [title, value.frame] : [title, value.place || value.message, ...value.frames]).join('\n');
}
