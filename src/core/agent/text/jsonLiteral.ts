/** Nothing that is not seen as what it is, that reorders its neighbours, or that begins a line. */
const odd = /[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu;

/** So many units of a text are shown at most, whatever is asked for: nothing beyond is looked at. */
const maxLooked = 16_384;

/** A text of a stranger on one line of an answer. */
interface Literal {
	/** A string of JSON, quotes included. */
	readonly text: string;
	/** UTF-16 units that are left out behind. */
	readonly more: number;
}

/**
 * Writes a text as a string of JSON on one line, in which whatever is invisible or not a character is an escape.
 * @param length Of the literal at most, quotes included.
 */
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

/** As long as the literal of all of it. */
export function literalLength(text: string): number {
	return jsonLiteral(text, Number.POSITIVE_INFINITY).text.length;
}

function escapedOf(character: string, before: string): string {
	// `</` would close a tag for whoever reads no further.
	if (character === '/' && before.endsWith('<')) {
		return '\\/';
	}
	const json = JSON.stringify(character).slice(1, -1);
	return json.replace(odd, (one) =>
		[...Array(one.length).keys()].map((unit) => `\\u${one.charCodeAt(unit).toString(16).padStart(4, '0')}`).join(''),
	);
}
