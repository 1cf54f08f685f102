/* Decodes characters that are encoded as in URLs, HTML, or JSON. Each step removes one level of encoding. */

export interface Decoding {
	readonly text: string;
	/** For each UTF-16 code unit, its offset in the original text. The last item is the end of the last code unit. */
	readonly starts: readonly number[];
}

const maxSteps = 3;

/** Names of HTML entities for punctuation (https://html.spec.whatwg.org/multipage/named-characters.html). */
const named: ReadonlyMap<string, string> = new Map(
	Object.entries({
		'!': ['excl'],
		'"': ['quot'],
		'#': ['num'],
		$: ['dollar'],
		'%': ['percnt'],
		'&': ['amp'],
		"'": ['apos'],
		'(': ['lpar'],
		')': ['rpar'],
		'*': ['ast', 'midast'],
		'+': ['plus'],
		',': ['comma'],
		'.': ['period'],
		'/': ['sol'],
		':': ['colon'],
		';': ['semi'],
		'<': ['lt'],
		'=': ['equals'],
		'>': ['gt'],
		'?': ['quest'],
		'@': ['commat'],
		'[': ['lsqb', 'lbrack'],
		'\\': ['bsol'],
		']': ['rsqb', 'rbrack'],
		'^': ['hat'],
		_: ['lowbar', 'underbar'],
		'`': ['grave', 'diacriticalgrave'],
		'{': ['lcub', 'lbrace'],
		'|': ['verbar', 'vert', 'verticalline'],
		'}': ['rcub', 'rbrace'],
	}).flatMap(([character, names]) => names.map((name) => [name, character] as const)),
);

/** Matches an encoded character. A percent-encoded non-ASCII byte isn't a complete character and doesn't match. */
const encoded =
	/%([0-7][0-9a-f])|&#0{0,8}(\d{1,6});?|&#x0{0,8}([0-9a-f]{1,5});?|&([a-z]{2,16});|\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|(.))/gis;

export function decodings(text: string): readonly Decoding[] {
	const steps: Decoding[] = [{ text, starts: Array.from({ length: text.length + 1 }, (_, index) => index) }];
	for (let last = steps[0]; last && steps.length <= maxSteps; last = steps.at(-1)) {
		const next = decode(last);
		if (next.text === last.text) {
			break;
		}
		steps.push(next);
	}
	return steps;
}

function decode({ text, starts }: Decoding): Decoding {
	const parts: string[] = [];
	const found: number[] = [];
	let end = 0;
	const add = (part: string, from: number, step: 0 | 1) => {
		parts.push(part);
		for (let unit = 0; unit < part.length; unit++) {
			found.push(starts[from + unit * step] ?? 0);
		}
	};
	for (const match of text.matchAll(encoded)) {
		add(text.slice(end, match.index), end, 1);
		end = match.index + match[0].length;
		add(characterOf(match), match.index, 0);
	}
	add(text.slice(end), end, 1);
	found.push(starts[text.length] ?? 0);
	return { text: parts.join(''), starts: found };
}

function characterOf([whole, percent, decimal, hexadecimal, name, unit, byte, other]: RegExpExecArray): string {
	const hex = percent ?? hexadecimal ?? unit ?? byte;
	if (hex !== undefined || decimal !== undefined) {
		return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
	}
	return name === undefined ? (other ?? whole) : (named.get(name.toLowerCase()) ?? whole);
}

/** Matches the start of an encoded character at the end of truncated text. */
const cutCharacter = /(?:%(?:25)?[0-9a-f]?|&(?:amp;?)?[#a-z0-9]{0,12}|\\{1,2}(?:[ux][0-9a-f]{0,3})?)$/i;

export function withoutCutCharacter(text: string): string {
	return text.replace(cutCharacter, '');
}
