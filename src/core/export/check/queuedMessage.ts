import { getPercent } from '../../service/errorBody';

/** Maximum length of a queue message. Services send one or two sentences. */
const maxLength = 1000;

const phrases = [
	/\badded to the queue\b/i,
	/\bmoved to the end of the queue\b/i,
	/\bwait for (?:the )?result\b/i,
	/\bprogress is \d+(?:\.\d+)?\s*%/i,
];

interface QueueSentence {
	readonly percent: number | undefined;
}

/** Recognizes messages that services send with status 200 or 202 while they prepare an export. */
export function parseQueueSentence(text: string): QueueSentence | undefined {
	if (text.length > maxLength || !phrases.some((phrase) => phrase.test(text))) {
		return undefined;
	}
	return { percent: getPercent(text) };
}
