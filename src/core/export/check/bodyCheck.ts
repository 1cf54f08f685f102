import { runSynchronously } from '../../common/cooperativeTask';
import { AppError } from '../../common/errors';
import { isFieldName } from '../../plan/fields';
import type { Format } from '../../plan/plan';
import { CsvSource } from '../../scan/csvSource';
import { RecordFeed } from '../../scan/recordFeed';
import { ScannerInstance } from '../../scan/scannerInstance';
import { getPercent } from '../../service/errorBody';
import { looksLikeMarkup, plainWords } from './plainWords';

export interface ExpectedBody {
	readonly format: Format;
	readonly fields: readonly string[];
}

export type BodyVerdict =
	| { readonly kind: 'records' }
	| { readonly kind: 'queued'; readonly words: string }
	| { readonly kind: 'undecided' };

const maxNames = 40;

/**
 * Maximum length of a queue message, in characters. Longer text isn't a queue message, because services send only one
 * or two sentences.
 */
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

/**
 * Classifies the start of a response body. Even with HTTP status 200, the body may be a queue message, an HTML page, or
 * an error object.
 */
export function checkBody(
	beginning: Uint8Array,
	expected: ExpectedBody,
	{ ended, last }: { readonly ended: boolean; readonly last: boolean },
): BodyVerdict {
	const text = new TextDecoder().decode(beginning, { stream: !ended }).trimStart();
	const startsLikeJson = /^[{[]/.test(text);
	if (expected.format === 'json' && startsLikeJson) {
		return { kind: 'records' };
	}
	const header = readHeader(beginning, ended);
	const difference = header && compareNames(header, expected.fields);
	if (expected.format === 'csv' && difference?.same) {
		return { kind: 'records' };
	}
	if (!last) {
		return { kind: 'undecided' };
	}
	if (text === '') {
		throw new AppError({ kind: 'unexpectedBody', found: 'empty', words: '' });
	}
	const words = plainWords(text);
	if (looksLikeMarkup(text)) {
		throw new AppError({ kind: 'unexpectedBody', found: 'html', words });
	}
	if (startsLikeJson) {
		throw new AppError({ kind: 'unexpectedBody', found: 'json', words });
	}
	if (ended && parseQueueSentence(text)) {
		return { kind: 'queued', words };
	}
	if (header && difference && looksLikeHeader(header, expected.fields)) {
		throw new AppError(
			expected.format === 'csv'
				? { kind: 'wrongHeader', missing: difference.missing, unexpected: difference.unexpected }
				: { kind: 'unexpectedBody', found: 'csv', words },
		);
	}
	throw new AppError({ kind: 'unexpectedBody', found: 'text', words });
}

function readHeader(beginning: Uint8Array, ended: boolean): readonly string[] | undefined {
	const source = new CsvSource(new ScannerInstance(), { cells: false });
	const feed = new RecordFeed(source, { longest: beginning.length, onFound: () => source.columns === 0 });
	runSynchronously(feed.push(beginning));
	if (ended) {
		runSynchronously(feed.end());
	}
	return source.columns > 0 ? source.names : undefined;
}

/**
 * Compares the names in a header with the requested fields, regardless of their order. Treats a repeated name as
 * unexpected.
 */
function compareNames(header: readonly string[], fields: readonly string[]) {
	const missing = fields.filter((field) => !header.includes(field));
	const unexpected = header.filter((name, index) => !fields.includes(name) || header.indexOf(name) !== index);
	return {
		same: missing.length === 0 && unexpected.length === 0,
		missing,
		unexpected: unexpected.slice(0, maxNames),
	};
}

/** Returns false for a single unknown word, because it is more likely plain text than a CSV header. */
function looksLikeHeader(header: readonly string[], fields: readonly string[]): boolean {
	return header.every(isFieldName) && (header.length > 1 || header.some((name) => fields.includes(name)));
}

/** Recognizes messages that services send with status 200 or 202 while they prepare an export. */
export function parseQueueSentence(text: string): QueueSentence | undefined {
	if (text.length > maxLength || !phrases.some((phrase) => phrase.test(text))) {
		return undefined;
	}
	return { percent: getPercent(text) };
}
