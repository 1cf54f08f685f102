import { type GroupValue, isOfMessage } from './groupValue';
import type { GroupKey } from './results';

/** Strings that describe a group. A string is empty if the file doesn't contain the information. */
interface GroupWords {
	/** Exception name, or another description if the name is unknown. */
	readonly title: string;
	readonly place: string;
	readonly message: string;
	readonly whole: readonly string[];
}

/** Matches `java.lang.IllegalStateException: cart total`, and captures the unqualified type and the message. */
const typeAndMessage = /^(?:[\p{L}\p{N}_$]+(?:\.|::))*([\p{L}\p{N}_$]+): (\S.*)$/u;

export function groupWords(key: GroupKey, value: GroupValue): GroupWords {
	if (typeof value === 'string') {
		const [, type = value, message = ''] = (key.kind === 'message' && typeAndMessage.exec(value)) || [];
		return { title: type, place: '', message, whole: value === '' ? [] : [value] };
	}
	if ('frame' in value) {
		return { title: value.title, place: '', message: '', whole: [value.frame] };
	}
	const { title, place, type, frames } = value;
	// If there is no type, the message is already used as the title.
	const message = isOfMessage(value) && type !== '' ? value.message : '';
	return { title, place, message, whole: [type || title, message, ...frames].filter((line) => line !== '') };
}

/** Returns a group's title and code location on one line, such as `IllegalStateException · CartTotals.sum`. */
export function titleAndPlace(key: GroupKey, value: GroupValue): string {
	const { title, place } = groupWords(key, value);
	return [title, place].filter((part) => part !== '').join(' · ');
}
