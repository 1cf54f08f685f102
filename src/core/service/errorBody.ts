import { isObject, parseJson } from '../common/parseJson';
import { cut, plainText } from '../common/plainText';
import { withoutMarkup } from './markup';
import { createRedactor, redactEnd } from './redaction';

const maxMessageLength = 300;

export interface ErrorBody {
	readonly text: string;
	readonly contentType: string;
	readonly whole: boolean;
}

/**
 * Extracts the error message from a response, which can be JSON, HTML, or plain text. The format is undocumented
 * (service document, section 7).
 */
export function messageIn(body: ErrorBody, token: string): string {
	const said = body.whole ? body.text : redactEnd(body.text.trimEnd(), token);
	const words = jsonMessages(said) ?? pageTitle(said, body.contentType) ?? said;
	return cut(createRedactor(token)(plainText(words)), maxMessageLength);
}

export function getPercent(text: string): number | undefined {
	const percent = Number(/(?:^|[^\d.,])(\d{1,3}(?:[.,]\d+)?)\s*%/.exec(text)?.[1]?.replace(',', '.'));
	return percent >= 0 && percent <= 100 ? percent : undefined;
}

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
	const parsed = parseJson(text.replace(/^\ufeff/, ''));
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

/**
 * Returns the content of the first matching element. Returns undefined if no tag follows the content. Later matches
 * aren't tried, because no tag would follow them either.
 */
function contentOf(text: string, tag: RegExp): string | undefined {
	const start = text.search(tag);
	const open = start === -1 ? -1 : text.indexOf('>', start);
	const end = open === -1 ? -1 : text.indexOf('<', open);
	return end === -1 ? undefined : text.slice(open + 1, end);
}
