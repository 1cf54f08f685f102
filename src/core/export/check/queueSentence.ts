import { percentOf } from '../../service/errorBody';

/** Live services answer in a sentence or two; anything longer is something else. */
const maxLength = 1000;

const phrases = [
	/\badded to the queue\b/i,
	/\bmoved to the end of the queue\b/i,
	/\bwait for (?:the )?result\b/i,
	/\bprogress is \d+(?:\.\d+)?\s*%/i,
];

interface QueueSentence {
	/** 0 to 100; undefined when the sentence tells none. */
	readonly percent: number | undefined;
}

/**
 * Recognises what live services say while they prepare an export, with status 202 or 200: that the query was added
 * to the queue or moved to its end, or that the result is to be waited for, perhaps with the progress in percent.
 */
export function parseQueueSentence(text: string): QueueSentence | undefined {
	if (text.length > maxLength || !phrases.some((phrase) => phrase.test(text))) {
		return undefined;
	}
	return { percent: percentOf(text) };
}
