import { decodeError, type GroupValue } from '../../../../shared/groupValue';
import type { GroupKey } from '../../../../shared/results';

/** What stands behind the text of a key. */
export function valueOfKey({ kind }: GroupKey, text: string): GroupValue {
	return kind === 'frames' && text !== '' ? decodeError(text) : text;
}

/** By what keys of a kind are put in order: of errors, what a person reads first. */
export function orderedPart(key: GroupKey, text: string): string {
	const value = valueOfKey(key, text);
	return typeof value === 'string' ? value : [value.title, value.place || value.message, ...value.frames].join('\n');
}
