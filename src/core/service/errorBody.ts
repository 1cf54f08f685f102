import { cut, plainText } from '../common/plainText';
import { withoutMarkup } from './markup';
import { createRedactor, redactEnd } from './redaction';

const maxMessageLength = 300;

/** The body of a refusal, as far as it was read. */
export interface ErrorBody {
	readonly text: string;
	readonly contentType: string;
	/** Whether `text` is the whole body. */
	readonly whole: boolean;
}

/**
 * What the service says in a refusal, in one line fit for a person: the messages of a JSON body, the title of a page,
 * else the text. Error bodies are not documented (service document, section 7); all three are seen in live services.
 */
export function messageIn(body: ErrorBody, token: string): string {
	const said = body.whole ? body.text : redactEnd(body.text.trimEnd(), token);
	const words = jsonMessages(said) ?? pageTitle(said, body.contentType) ?? said;
	return cut(createRedactor(token)(plainText(words)), maxMessageLength);
}

/** The progress a sentence about the queue tells, such as `Progress is 42%`. */
export function percentOf(text: string): number | undefined {
	const percent = Number(/(?:^|[^\d.,])(\d{1,3}(?:[.,]\d+)?)\s*%/.exec(text)?.[1]?.replace(',', '.'));
	return percent >= 0 && percent <= 100 ? percent : undefined;
}

/** Whether a refusal says that the export is too large to be made in one piece. */
export function speaksOfSize(text: string): boolean {
	const about =
		'request|query|date|dates|range|period|interval|data|rows|records|result|results|response|export|report|file';
	return [
		/\bmore parts\b|\bparts?_count\b/i,
		new RegExp(`\\b(?:${about})\\b[^.;]{0,60}\\btoo (?:big|large|long|wide|much|many|heavy)\\b`, 'i'),
		new RegExp(`\\btoo (?:big|large|long|wide|much|many)\\b[^.;]{0,40}\\b(?:${about})\\b`, 'i'),
	].some((pattern) => pattern.test(text));
}

function jsonMessages(text: string): string | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text.replace(/^\ufeff/, ''));
	} catch {
		return undefined;
	}
	if (typeof parsed === 'string') {
		return parsed;
	}
	if (!isObject(parsed)) {
		return undefined;
	}
	const errors = Array.isArray(parsed['errors']) ? parsed['errors'] : [];
	const messages = [parsed, parsed['error'], ...errors]
		.map((part) => (isObject(part) ? part['message'] : part))
		.filter((message) => typeof message === 'string' && message.trim() !== '');
	return messages.length === 0 ? undefined : [...new Set(messages)].join('; ');
}

function pageTitle(text: string, contentType: string): string | undefined {
	if (!/\bhtml\b/i.test(contentType) && !/^\s*<(?:!doctype|html|head)\b/i.test(text)) {
		return undefined;
	}
	return contentOf(text, /<title/i) ?? contentOf(text, /<h1/i) ?? withoutMarkup(text);
}

/** Of the first element: the text up to its next tag. Where the first has no end, no later one has. */
function contentOf(text: string, tag: RegExp): string | undefined {
	const start = text.search(tag);
	const open = start === -1 ? -1 : text.indexOf('>', start);
	const end = open === -1 ? -1 : text.indexOf('<', open);
	return end === -1 ? undefined : text.slice(open + 1, end);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
