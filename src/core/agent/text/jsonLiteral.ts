import { escapeUnits, invisible } from '../../common/invisible';

/** Control characters, unassigned and private characters, and Unicode spaces that look like ordinary spaces. */
const odd = /\p{C}|(?! )\p{Zs}/gu;

const maxLooked = 16_384;

interface Literal {
	readonly text: string;
	readonly more: number;
}

export function jsonLiteral(text: string, length: number): Literal {
	let written = '"';
	let taken = 0;
	for (const character of text.slice(0, maxLooked)) {
		const escaped = escapedOf(character, written);
		if (written.length + escaped.length + 1 > length) {
			break;
		}
		written += escaped;
		taken += character.length;
	}
	return { text: `${written}"`, more: text.length - taken };
}

export function literalLength(text: string): number {
	return jsonLiteral(text, Number.POSITIVE_INFINITY).text.length;
}

function escapedOf(character: string, before: string): string {
	// An unescaped `</` could be interpreted as a closing tag.
	if (character === '/' && before.endsWith('<')) {
		return '\\/';
	}
	const json = JSON.stringify(character).slice(1, -1);
	return json.replace(invisible, escapeUnits).replace(odd, escapeUnits);
}
