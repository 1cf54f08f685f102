const mostRepeats = 1000;

/** ASCII characters in each character class, as written between square brackets. */
const classes: Readonly<Record<string, string>> = {
	d: '0-9',
	w: '0-9A-Za-z_',
	s: String.raw`\t\n\x0b\x0c\r `,
};

const notDigits = String.raw`\x00-\x{2f}\x{3a}-\x{7f}`;
const outside: Readonly<Record<string, string>> = {
	D: notDigits,
	W: String.raw`\x00-\x{2f}\x{3a}-\x{40}\x{5b}-\x{5e}\x{60}\x{7b}-\x{7f}`,
	S: String.raw`\x00-\x{08}\x{0e}-\x{1f}\x{21}-\x{7f}`,
};

const controls: Readonly<Record<string, string>> = {
	t: String.raw`\t`,
	n: String.raw`\n`,
	v: String.raw`\x0b`,
	f: String.raw`\x0c`,
	r: String.raw`\r`,
	0: String.raw`\x00`,
};

/** Converts an ECMAScript pattern (flags `iu`) to RE2 for ASCII values. Returns undefined if that is not possible. */
export function serverPattern(pattern: string): string | undefined {
	let out = '';
	for (let index = 0; index < pattern.length; ) {
		const rest = pattern.slice(index, index + 16);
		const found = atom(rest) ?? group(rest) ?? repeat(rest);
		if (found) {
			out += found.text;
			index += found.length;
			continue;
		}
		if (pattern[index] !== '[') {
			return undefined;
		}
		const set = bracket(pattern, index);
		if (!set) {
			return undefined;
		}
		out += set.text;
		index += set.length;
	}
	return `(?i-s)${out}`;
}

interface PatternToken {
	readonly text: string;
	readonly length: number;
}

function atom(rest: string): PatternToken | undefined {
	const [first = ''] = rest;
	if (first === '.') {
		return { text: String.raw`[^\n\r]`, length: 1 };
	}
	if ('|^$)'.includes(first)) {
		return { text: first === '$' ? String.raw`\z` : first, length: 1 };
	}
	if (first === '\\') {
		const second = rest[1] ?? '';
		if (second === 'b' || second === 'B') {
			return { text: `\\${second}`, length: 2 };
		}
		const inside = classes[second] ?? outside[second];
		return inside === undefined ? escaped(rest) : { text: `[${inside}]`, length: 2 };
	}
	return literal(first) ? { text: quoted(first), length: 1 } : undefined;
}

function escaped(rest: string): PatternToken | undefined {
	const second = rest[1] ?? '';
	const control = controls[second];
	if (control !== undefined && !(second === '0' && /\d/.test(rest[2] ?? ''))) {
		return { text: control, length: 2 };
	}
	const hex = /^\\x([0-7][\da-fA-F])|^\\u00([0-7][\da-fA-F])/.exec(rest);
	if (hex) {
		return { text: `\\x${hex[1] ?? hex[2]}`, length: hex[0].length };
	}
	return /[\^$\\.*+?()[\]{}|/-]/.test(second) ? { text: quoted(second), length: 2 } : undefined;
}

function group(rest: string): PatternToken | undefined {
	if (rest.startsWith('(?:')) {
		return { text: '(?:', length: 3 };
	}
	return rest.startsWith('(') && rest[1] !== '?' ? { text: '(?:', length: 1 } : undefined;
}

function repeat(rest: string): PatternToken | undefined {
	const times = /^(?:[*+?]|\{(\d{1,4})(?:,(\d{0,4}))?\})\??/.exec(rest);
	return times && Math.max(Number(times[1] ?? 0), Number(times[2] ?? 0)) <= mostRepeats
		? { text: times[0], length: times[0].length }
		: undefined;
}

function bracket(pattern: string, start: number): PatternToken | undefined {
	let index = start + 1;
	let out = '[';
	if (pattern[index] === '^') {
		out += '^';
		index++;
	}
	let members = 0;
	for (; index < pattern.length && pattern[index] !== ']'; members++) {
		const rest = pattern.slice(index, index + 8);
		const found = member(rest);
		if (!found) {
			return undefined;
		}
		out += found.text;
		index += found.length;
	}
	return members > 0 && pattern[index] === ']' ? { text: `${out}]`, length: index + 1 - start } : undefined;
}

function member(rest: string): PatternToken | undefined {
	const [first = '', second = ''] = rest;
	if (first === '-') {
		// In RE2, as in ECMAScript, a hyphen between two characters forms a range.
		return { text: '-', length: 1 };
	}
	if (first === '\\') {
		const inside = classes[second] ?? outside[second];
		return inside === undefined ? escaped(rest) : { text: inside, length: 2 };
	}
	return literal(first) ? { text: quoted(first), length: 1 } : undefined;
}

/** Returns true if RE2 matches the character literally. For non-ASCII letters, this depends on the RE2 version. */
function literal(character: string): boolean {
	return /^[\x20-\x7e\t\n\r]$/.test(character) && !/[\\*+?(){}[\]|]/.test(character);
}

function quoted(character: string): string {
	return /[\da-zA-Z_ ]/.test(character) ? character : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
