/** Values for `${name}` in a pattern; one of several may fit. */
export type PatternValues = Readonly<Record<string, readonly string[]>>;

/** Longer patterns and deeper paths are no one's. */
const maxSegments = 128;

/**
 * Whether a path fits a pattern: `*` and `?` within a part of the path, `**` for any number of parts, `${name}` for a
 * value. A value is text, whatever it holds: with a slash in it no part of a path is equal to it. A variable without
 * a value fits nothing. The work grows with the product of the lengths, whatever the pattern.
 */
export function fitsPattern(path: string, pattern: string, values: PatternValues): boolean {
	const parts = split(path);
	const segments = split(pattern);
	if (parts.length > maxSegments || segments.length > maxSegments || segments.includes('..')) {
		return false;
	}
	/** Which beginnings of the path the segments so far fit, by their number of parts. */
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

/**
 * As a glob of VS Code, one for each value of the variables; none when a variable has no value. What means something in
 * globs and nothing here, brackets and braces, is text. Values are of records, so one that would lead to other folders
 * than the pattern's is none.
 */
export function globsOf(pattern: string, values: PatternValues): string[] {
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

/** Whether a pattern is for whole paths, not for those below a folder of the workspace. */
export function isAbsolutePattern(pattern: string): boolean {
	return /^(?:[\\/]|[a-z]:)/i.test(pattern);
}

/** The folder that every path which fits an absolute glob is in, and the glob below it; undefined without a folder. */
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
	return (
		path
			.replaceAll('\\', '/')
			// Drives are written either way.
			.replace(/^[a-z]:/i, (drive) => drive.toUpperCase())
			.split('/')
			.filter((part) => part !== '' && part !== '.')
	);
}

/** Whether a text can be the name of a file or folder, or a part of one. */
function isName(text: string): boolean {
	return !/[\\/]|^\.{1,2}$/.test(text);
}

function inBrackets(character: string): string {
	return `[${character}]`;
}

type Piece = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'value'; readonly name: string };

function pieces(pattern: string): Piece[] {
	return pattern
		.split(/(\$\{\w{1,40}\})/)
		.map(
			(text): Piece => (/^\$\{\w+\}$/.test(text) ? { kind: 'value', name: text.slice(2, -1) } : { kind: 'text', text }),
		);
}

/** Letters of a segment: a wildcard or a character that must be the same. */
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

/** Goes back to the last `*` only, which is enough for patterns of this kind. */
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
