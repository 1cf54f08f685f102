/** Current state of a line from an earlier version of a text. Line numbers are one-based. */
export type LineNow =
	| { readonly kind: 'same'; readonly line1: number }
	| { readonly kind: 'shifted'; readonly line1: number }
	/** The line was edited, or it occurs several times and the context does not show which occurrence is correct. */
	| { readonly kind: 'changed'; readonly line1: number }
	/** The line was deleted. The preceding line is now line `near1`, which is 0 if there is no preceding line. */
	| { readonly kind: 'gone'; readonly near1: number }
	| { readonly kind: 'absent' };
