/** Current state of a line from an earlier version of a text. Line numbers are one-based. */
export type LineNow =
	| { readonly kind: 'same'; readonly line1: number }
	| { readonly kind: 'shifted'; readonly line1: number }
	/** The line was edited, or it occurs several times and the context doesn't show which occurrence matches. */
	| { readonly kind: 'changed'; readonly line1: number }
	/** The line was deleted. `near1` is the current number of the preceding line, or 0 if there is no preceding line. */
	| { readonly kind: 'gone'; readonly near1: number }
	| { readonly kind: 'absent' };
