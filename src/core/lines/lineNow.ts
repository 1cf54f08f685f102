/** What became of a line of one text in a later one. Lines have base 1. */
export type LineNow =
	/** The same text at the same number. */
	| { readonly kind: 'same'; readonly line1: number }
	/** The same text at another number. */
	| { readonly kind: 'shifted'; readonly line1: number }
	/**
	 * The line itself was edited; this one took its place. So it is where a text is there more than once and nothing around
	 * it shows which line it was.
	 */
	| { readonly kind: 'changed'; readonly line1: number }
	/** It was deleted; it stood after the line that is now `near1`, or before all others where that is 0. */
	| { readonly kind: 'gone'; readonly near1: number }
	/** The earlier text has no line of this number. */
	| { readonly kind: 'absent' };
