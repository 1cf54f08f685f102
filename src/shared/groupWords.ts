import { type GroupValue, isOfMessage } from './groupValue';
import type { GroupKey } from './results';

/** What records of a group have in common, as a person reads it; '' is what the file does not say. */
export interface GroupWords {
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

/** What frames begin with, whatever they are about: depth, image and address. */
const frameStart = /^(?:at (?:async )?|#\d+\s+(?:pc <address>\s+)?)/;
const imageAndAddress = /^\d+\s+\S.*?\s<address>\s+/;

/** Packages and namespaces before the class of a frame. */
const qualification = /^[^\s(/]*\.([^\s.(]+\.{1,2}[^\s.(]+ ?\()/;

export function groupWords(key: GroupKey, value: GroupValue): GroupWords {
	if (typeof value === 'string') {
		const [, type = value, message = ''] = (key.kind === 'message' && typeAndMessage.exec(value)) || [];
		const title = key.kind === 'topFrame' ? shortFrame(value) : type;
		return { title, place: '', message, whole: value === '' ? [] : [value] };
	}
	const { title, place, type, frames } = value;
	// Without a type, the message is the title.
	const message = isOfMessage(value) && type !== '' ? value.message : '';
	return { title, place, message, whole: [type || title, message, ...frames].filter((line) => line !== '') };
}

/** Begins with what tells frames apart where there is room for a few words only. */
function shortFrame(frame: string): string {
	return frame.replace(frameStart, '').replace(imageAndAddress, '').replace(qualification, '$1');
}
