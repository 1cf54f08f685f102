/** What distinguishes an error, as a person and the engine read it. */
export interface ErrorValue {
	/** `groupVersion` of who made it. */
	readonly version: number;
	/** The name of the type, without where it is from; the place where there is no type; the message without either. */
	readonly title: string;
	/** `Class.method` of the first frame; '' without frames, and where that is the title. */
	readonly place: string;
	/** Without what varies; '' where the frames say enough. */
	readonly message: string;
	/** What tells it apart; a message says the least, and the first line is of a text that was not read. */
	readonly basis: 'ownFrames' | 'otherFrames' | 'message' | 'firstLine';
	/** Of the trace: `jvm`, `apple`, …, `unknown`. */
	readonly platform: string;
	/** Of the innermost cause, with where it is from; '' where the trace names none. */
	readonly type: string;
	/** `Class.method`, innermost first, without what differs from build to build. Empty where the message tells. */
	readonly frames: readonly string[];
}

/** The first frame of an error. */
export interface FrameValue {
	readonly version: number;
	/** `Class.method`, without where the class is from. */
	readonly title: string;
	/** All of its name, as among the frames of the error. */
	readonly frame: string;
}

/**
 * What records of a group have in common: an error where they are grouped by frames, a frame where by the top one, else
 * a text. '' is nothing.
 */
export type GroupValue = string | ErrorValue | FrameValue;

/** Goes up when the same trace gives another value: values of another version are of groups that are no more. */
export const groupVersion = 4;

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

/** One text for equal values, and different ones for others. */
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

/** @param text What `encodeGroupValue` made of an error. */
export function decodeError(text: string): ErrorValue {
	const [version, title, place, message, basis, platform, type, frames]: ErrorFields = JSON.parse(text);
	return { version, title, place, message, basis, platform, type, frames };
}

/** @param text What `encodeGroupValue` made of a frame. */
export function decodeFrame(text: string): FrameValue {
	const [version, title, frame]: FrameFields = JSON.parse(text);
	return { version, title, frame };
}

export function sameGroup(one: GroupValue, other: GroupValue): boolean {
	return one === other || encodeGroupValue(one) === encodeGroupValue(other);
}

/** Of what was kept of a group by frames or the top one, maybe by another version of the product. */
export function isOfThisVersion(value: GroupValue): boolean {
	return value === '' || (typeof value === 'object' && value.version === groupVersion);
}

/** Whether only words distinguish an error, so that a trace found elsewhere says more. */
export function isOfMessage({ basis }: ErrorValue): boolean {
	return basis === 'message' || basis === 'firstLine';
}
