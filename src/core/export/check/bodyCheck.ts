import { AppError } from '../../common/errors';
import { atOnce } from '../../common/steps';
import { isFieldName } from '../../plan/fields';
import type { Format } from '../../plan/plan';
import { CsvSource } from '../../scan/csvSource';
import { Machine } from '../../scan/machine';
import { RecordFeed } from '../../scan/recordFeed';
import { looksLikeMarkup, plainWords } from './plainWords';
import { parseQueueSentence } from './queueSentence';

/** What a body should hold. */
export interface ExpectedBody {
	readonly format: Format;
	readonly fields: readonly string[];
}

export type BodyVerdict =
	| { readonly kind: 'records' }
	| { readonly kind: 'queued'; readonly words: string }
	/** More bytes are needed. */
	| { readonly kind: 'undecided' };

/** How many names of an unexpected header a problem lists. */
const maxNames = 40;

/**
 * Tells from its beginning what a body with status 200 is, since live services answer 200 also with sentences about
 * the queue, with web pages and with error objects.
 *
 * @param last No more bytes will be given: the body has ended or the beginning is as long as it may get.
 * @param ended The body has ended.
 * @throws AppError `unexpectedBody` or `wrongHeader`
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

/** The names in the first row of a CSV, once the beginning holds all of it. */
function readHeader(beginning: Uint8Array, ended: boolean): readonly string[] | undefined {
	const source = new CsvSource(new Machine(), false);
	const feed = new RecordFeed(source, { longest: beginning.length, onFound: () => source.columns === 0 });
	atOnce(feed.push(beginning));
	if (ended) {
		atOnce(feed.end());
	}
	return source.columns > 0 ? source.names : undefined;
}

/** By name, since the order of the columns is the service's; a name given twice is once too often. */
function compareNames(header: readonly string[], fields: readonly string[]) {
	const missing = fields.filter((field) => !header.includes(field));
	const unexpected = header.filter((name, index) => !fields.includes(name) || header.indexOf(name) !== index);
	return {
		same: missing.length === 0 && unexpected.length === 0,
		missing,
		unexpected: unexpected.slice(0, maxNames),
	};
}

/** Tells a header with other names from a sentence. One strange word may be either, and is taken as a sentence. */
function looksLikeHeader(header: readonly string[], fields: readonly string[]): boolean {
	return header.every(isFieldName) && (header.length > 1 || header.some((name) => fields.includes(name)));
}
