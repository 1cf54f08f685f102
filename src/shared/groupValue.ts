/** What an error is told apart by, as a person and the engine read it. */
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

/** What records of a group have in common: an error where they are grouped by frames, else a text. '' is nothing. */
export type GroupValue = string | ErrorValue;

/** Goes up when the same trace gives another value: values of another version are of groups that are no more. */
export const groupVersion = 4;

type Fields = readonly [
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
	const { version, title, place, message, basis, platform, type, frames } = value;
	return JSON.stringify([version, title, place, message, basis, platform, type, frames] satisfies Fields);
}

/** @param text What `encodeGroupValue` made of an error. */
export function decodeError(text: string): ErrorValue {
	const [version, title, place, message, basis, platform, type, frames]: Fields = JSON.parse(text);
	return { version, title, place, message, basis, platform, type, frames };
}

export function sameGroup(one: GroupValue, other: GroupValue): boolean {
	return one === other || encodeGroupValue(one) === encodeGroupValue(other);
}

/** Of what was kept of a group by frames, maybe by another version of the product. */
export function isOfThisVersion(value: GroupValue): boolean {
	return value === '' || (typeof value === 'object' && value.version === groupVersion);
}

/** Whether an error is told apart by words only, so that a trace found elsewhere says more. */
export function isOfMessage({ basis }: ErrorValue): boolean {
	return basis === 'message' || basis === 'firstLine';
}
