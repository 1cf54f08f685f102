import type { LineRange, MemberRange } from './classMapping';

/** The lines of the source that a minified position may stand for. */
type OriginalLines =
	| { readonly kind: 'none' }
	/** The mapping has no lines for this method, so its lines are as they were. */
	| { readonly kind: 'unchanged' }
	| { readonly kind: 'one'; readonly line: number }
	/** Both ends are part of it. */
	| { readonly kind: 'oneOf'; readonly first: number; readonly last: number };

const none: OriginalLines = { kind: 'none' };

/** @param innermost only code that was not inlined into other code here can be on several lines */
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
	return innermost && first > 0 ? { kind: 'oneOf', first, last } : none;
}

/** Line 0 says that there is none. */
function one(line: number): OriginalLines {
	return line > 0 ? { kind: 'one', line } : none;
}

function span({ first, last }: LineRange): number {
	return last - first + 1;
}
