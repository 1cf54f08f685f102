export interface ErrorValue {
	readonly version: number;
	/** Unqualified type name, or else the location in the code, or else the message. */
	readonly title: string;
	/** `Class.method` of the first frame. Empty if there are no frames or if the title is the same text. */
	readonly place: string;
	/** Message without its variable parts. Empty if the frames identify the error. */
	readonly message: string;
	/** Part of the trace that identifies the error. The value is `firstLine` if the text could not be parsed in time. */
	readonly basis: 'ownFrames' | 'otherFrames' | 'message' | 'firstLine';
	readonly platform: string;
	/** Qualified type of the innermost cause. Empty if the trace doesn't contain a type. */
	readonly type: string;
	/** `Class.method` of each frame, innermost first, without parts that vary between builds. */
	readonly frames: readonly string[];
}

export interface FrameValue {
	readonly version: number;
	/** `Class.method`, with the unqualified name of the class. */
	readonly title: string;
	readonly frame: string;
}

/** Value of a group. Its type depends on the group key. An empty string represents records without a value. */
export type GroupValue = string | ErrorValue | FrameValue;

export function isErrorValue(value: GroupValue): value is ErrorValue {
	return typeof value === 'object' && 'frames' in value;
}

/**
 * Version of the grouping rules. Must be incremented when a change assigns another value to the same trace. Values with
 * another version match no group.
 */
export const groupVersion = 5;

type FrameFields = readonly [FrameValue['version'], FrameValue['title'], FrameValue['frame']];

type ErrorFields = readonly [
	ErrorValue['version'],
	ErrorValue['title'],
	ErrorValue['place'],
	ErrorValue['message'],
	ErrorValue['basis'],
	ErrorValue['platform'],
	ErrorValue['type'],
	ErrorValue['frames'],
];

/** Encodes a group value. Two values have the same encoding if and only if they are equal. */
export function encodeGroupValue(value: GroupValue): string {
	if (typeof value === 'string') {
		return value;
	}
	if ('frame' in value) {
		const { version, title, frame } = value;
		return JSON.stringify([version, title, frame] satisfies FrameFields);
	}
	const { version, title, place, message, basis, platform, type, frames } = value;
	return JSON.stringify([version, title, place, message, basis, platform, type, frames] satisfies ErrorFields);
}

export function decodeError(text: string): ErrorValue {
	const [version, title, place, message, basis, platform, type, frames]: ErrorFields = JSON.parse(text);
	return { version, title, place, message, basis, platform, type, frames };
}

export function decodeFrame(text: string): FrameValue {
	const [version, title, frame]: FrameFields = JSON.parse(text);
	return { version, title, frame };
}

export function sameGroup(one: GroupValue, other: GroupValue): boolean {
	return one === other || encodeGroupValue(one) === encodeGroupValue(other);
}

export function isOfThisVersion(value: GroupValue): boolean {
	return value === '' || (typeof value === 'object' && value.version === groupVersion);
}

/**
 * Returns true if only the message identifies the error. In that case, another column may contain a better stack trace.
 */
export function isOfMessage({ basis }: ErrorValue): boolean {
	return basis === 'message' || basis === 'firstLine';
}
