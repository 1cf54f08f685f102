const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Returns true if the text contains escaped angle brackets or quotation marks but no unescaped angle brackets. */
export function isHtmlEscaped(text: string): boolean {
	return text.includes('&') && /&(?:lt|gt|quot|apos|#0?39|#x27);/i.test(text) && !/[<>]/.test(text);
}

const entity = /&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi;

interface Entity {
	readonly index: number;
	readonly length: number;
	readonly value: string;
}

/** Returns the character references in a text. Escaped line breaks are omitted, so that no line is split. */
export function* htmlEntities(text: string): Iterable<Entity> {
	for (const { 0: found, 1: name, 2: decimal, 3: hex, index } of text.matchAll(entity)) {
		const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
		const value = name === undefined ? character(code) : names[name.toLowerCase()];
		if (value !== undefined) {
			yield { index, length: found.length, value };
		}
	}
}

function character(code: number): string | undefined {
	return code >= 0x20 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : undefined;
}
