import { type GroupValue, isOfMessage } from './groupValue';
import type { GroupKey } from './results';

/** What records of a group have in common, as a person reads it; '' is what the file does not say. */
interface GroupWords {
	/** The name of the exception; what else there is where none is known. */
	readonly title: string;
	/** Class and method that it was thrown from. */
	readonly place: string;
	/** Of groups without a place. */
	readonly message: string;
	/** All there is, line by line. */
	readonly whole: readonly string[];
}

/** `java.lang.IllegalStateException: cart total`: the type without where it is from, and the rest. */
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
	// Without a type, the message is the title.
	const message = isOfMessage(value) && type !== '' ? value.message : '';
	return { title, place, message, whole: [type || title, message, ...frames].filter((line) => line !== '') };
}
