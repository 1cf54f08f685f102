import { openBrace, openBracket } from '../../../../shared/ascii';
import type { Encoding, FileForm } from '../../../../shared/results';
import { gapEnd } from '../../../scan/jsonGaps';
import { csvLayout } from './csvLayout';
import { encodingLabels } from './encodingLabels';
import { legacyEncoding } from './legacyEncoding';
import { findListPath } from './listPath';
import { unicodeEncoding } from './unicodeEncoding';

type NoText = 'workbook' | 'binary' | 'compressed' | 'html' | 'xml';

/** The first bytes of workbooks, which are ZIP archives or older compound files. */
const workbooks = [Buffer.from('PK\u0003\u0004'), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];

/** The first bytes of PNG and PDF files, whose first line can look like text. */
const others = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from('%PDF-')];

/** The first bytes of compressed files: gzip, Zstandard, bzip2, xz, 7z, RAR and LZ4. */
const compressed = [
	Buffer.from([0x1f, 0x8b]),
	Buffer.from([0x28, 0xb5, 0x2f, 0xfd]),
	Buffer.from('BZh'),
	Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]),
	Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
	Buffer.from('Rar!\u001a'),
	Buffer.from([0x04, 0x22, 0x4d, 0x18]),
];

/** HTML and XML pages have their first elements within this number of characters. */
const markupCharacters = 2000;

interface FormHints {
	readonly more?: readonly Buffer[];
	/** Properties that the user has selected. Automatic detection is skipped for them. */
	readonly chosen?: Partial<FileForm> | undefined;
}

export function describeForm(
	head: Buffer,
	format: 'csv' | 'json' | undefined,
	{ more = [], chosen = {} }: FormHints = {},
): (FileForm & { readonly format: 'csv' | 'json' }) | NoText {
	const begins = (start: Buffer) => head.subarray(0, start.length).equals(start);
	if (workbooks.some(begins)) {
		return 'workbook';
	}
	if (compressed.some(begins)) {
		return 'compressed';
	}
	if (others.some(begins)) {
		return 'binary';
	}
	const encoding = chosen.encoding ?? detectEncoding(head, more);
	const text = new TextDecoder(encodingLabels[encoding]).decode(wholeUnits(head, encoding));
	const isJson = startsLikeJson(text);
	const markup = isJson ? undefined : markupOf(text.slice(0, markupCharacters));
	if (markup) {
		return markup;
	}
	if (!isJson && isBinary(text)) {
		return 'binary';
	}
	const detected = format ?? (isJson ? 'json' : 'csv');
	return { format: detected, encoding, ...(detected === 'csv' ? csvLayout(text, chosen) : jsonLayout(text)) };
}

function startsLikeJson(text: string): boolean {
	const bytes = Buffer.from(text);
	const first = bytes[gapEnd(bytes, 0)];
	return first === openBrace || first === openBracket;
}

function markupOf(text: string): 'html' | 'xml' | undefined {
	if (!/^\s*<[!?a-z]/i.test(text) || !text.includes('>')) {
		return undefined;
	}
	return /<(?:!doctype\s+html|html|head|body|table)\b/i.test(text)
		? 'html'
		: /^\s*<[!?]/.test(text)
			? 'xml'
			: undefined;
}

function jsonLayout(text: string): Omit<FileForm, 'encoding'> {
	const listPath = findListPath(Buffer.from(text));
	return { delimiter: ',', ...(listPath && { listPath }) };
}

function wholeUnits(head: Buffer, encoding: Encoding): Buffer {
	return encoding.startsWith('utf16') ? head.subarray(0, head.length & ~1) : head;
}

/** Returns true if the header contains control characters. Records may contain any data, so they aren't checked. */
function isBinary(text: string): boolean {
	const [header = ''] = text.split(/[\r\n]/, 1);
	return /[^\P{Cc}\t\v\f]/u.test(header);
}

/** @param more Samples from the rest of the file, because its head may contain only ASCII characters. */
function detectEncoding(head: Buffer, more: readonly Buffer[]): Encoding {
	return unicodeEncoding(head, more) ?? legacyEncoding([head, ...more]);
}
