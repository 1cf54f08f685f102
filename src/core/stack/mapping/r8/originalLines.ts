import type { LineRange, MemberRange } from './classMapping';

type OriginalLines =
	| { readonly kind: 'none' }
	/** The mapping has no line numbers for the method, so the line number in the trace is already the original one. */
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'one'; readonly line: number }
	| { readonly kind: 'oneOf'; readonly first: number; readonly last: number };

const none: OriginalLines = { kind: 'none' };

/** Only the innermost range of a chain can have several possible lines. */
export function originalLines(range: MemberRange, position: number | undefined, innermost: boolean): OriginalLines {
	const { minified, original } = range;
	if (!original) {
		if (!minified) {
			return { kind: 'unchanged' };
		}
		return position === undefined ? none : one(position);
	}
	const { first, last } = original;
	if (first === last) {
		return one(first);
	}
	if (minified && position !== undefined && span(minified) === span(original)) {
		return one(first + position - minified.first);
	}
	// If the range has no minified lines, the position can't select a line. R8 then shows no line.
	return innermost && minified && first > 0 ? { kind: 'oneOf', first, last } : none;
}

function one(line: number): OriginalLines {
	return line > 0 ? { kind: 'one', line } : none;
}

function span({ first, last }: LineRange): number {
	return last - first + 1;
}
