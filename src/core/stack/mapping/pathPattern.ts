export type PatternValues = Readonly<Record<string, readonly string[]>>;

const maxSegments = 128;

/**
 * Returns true if the path matches a pattern with `*`, `?`, `**`, and `${name}`. The value of a name is matched
 * literally within a path segment. The running time is proportional to the product of the lengths of path and pattern.
 */
export function fitsPattern(path: string, pattern: string, values: PatternValues): boolean {
	const parts = split(path);
	const segments = split(pattern);
	if (parts.length > maxSegments || segments.length > maxSegments || segments.includes('..')) {
		return false;
	}
	/** Numbers N for which the pattern segments so far match the first N segments of the path. */
	let fitting = new Set([0]);
	for (const segment of segments) {
		const next = new Set<number>();
		for (const count of fitting) {
			if (segment === '**') {
				for (let end = count; end <= parts.length; end++) {
					next.add(end);
				}
			} else if (count < parts.length && fitsSegment(parts[count] ?? '', segment, values)) {
				next.add(count + 1);
			}
		}
		fitting = next;
	}
	return fitting.has(parts.length);
}

/** Converts a pattern to VS Code globs. Ignores values that lead to other folders, because records are untrusted. */
export function getGlobs(pattern: string, values: PatternValues): string[] {
	let globs = [''];
	for (const piece of pieces(pattern)) {
		const texts =
			piece.kind === 'text'
				? [piece.text.replaceAll('\\', '/').replace(/[[\]{}]/g, inBrackets)]
				: (values[piece.name] ?? []).filter(isName).map((value) => value.replace(/[*?[\]{}]/g, inBrackets));
		globs = globs.flatMap((glob) => texts.map((text) => glob + text));
	}
	return globs;
}

export function isAbsolutePattern(pattern: string): boolean {
	return /^(?:[\\/]|[a-z]:)/i.test(pattern);
}

export function splitGlob(glob: string): { readonly folder: string; readonly rest: string } | undefined {
	const parts = glob.split('/');
	const first = parts.findIndex((part) => /[*?[]/.test(part));
	const end = first < 0 ? parts.length - 1 : first;
	const folder = parts.slice(0, end);
	return folder.some((part) => part !== '' && !part.endsWith(':'))
		? { folder: folder.join('/'), rest: parts.slice(end).join('/') }
		: undefined;
}

function split(path: string): string[] {
	return path
		.replaceAll('\\', '/')
		.replace(/^[a-z]:/i, (drive) => drive.toUpperCase())
		.split('/')
		.filter((part) => part !== '' && part !== '.');
}

function isName(text: string): boolean {
	return !/[\\/]|^\.{1,2}$/.test(text);
}

function inBrackets(character: string): string {
	return `[${character}]`;
}

type PatternSegment =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'value'; readonly name: string };

function pieces(pattern: string): PatternSegment[] {
	return pattern
		.split(/(\$\{\w{1,40}\})/)
		.map(
			(text): PatternSegment =>
				/^\$\{\w+\}$/.test(text) ? { kind: 'value', name: text.slice(2, -1) } : { kind: 'text', text },
		);
}

type Letter = '*' | '?' | { readonly character: string };

function fitsSegment(part: string, segment: string, values: PatternValues): boolean {
	let alternatives: Letter[][] = [[]];
	for (const piece of pieces(segment)) {
		const texts =
			piece.kind === 'text'
				? [
						[...piece.text].map(
							(character): Letter => (character === '*' || character === '?' ? character : { character }),
						),
					]
				: (values[piece.name] ?? []).map((value) => [...value].map((character): Letter => ({ character })));
		alternatives = alternatives.flatMap((letters) => texts.map((text) => [...letters, ...text]));
	}
	return alternatives.some((letters) => fitsLetters([...part], letters));
}

/** Returns true if the text matches the characters of the pattern. Backtracking to the last `*` is sufficient. */
function fitsLetters(text: readonly string[], letters: readonly Letter[]): boolean {
	let at = 0;
	let letterAt = 0;
	let star = -1;
	let starText = 0;
	while (at < text.length) {
		const letter = letters[letterAt];
		if (letter === '*') {
			star = letterAt++;
			starText = at;
		} else if (letter !== undefined && (letter === '?' || letter.character === text[at])) {
			at++;
			letterAt++;
		} else if (star >= 0) {
			letterAt = star + 1;
			at = ++starText;
		} else {
			return false;
		}
	}
	return letters.slice(letterAt).every((letter) => letter === '*');
}
