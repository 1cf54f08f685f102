/** Current state of a line from an earlier version of a text. Line numbers are one-based. */
export type LineNow =
	| { readonly kind: 'same'; readonly line1: number }
	| { readonly kind: 'shifted'; readonly line1: number }
	/** The line was edited, or its text occurs several times and the context does not show the right occurrence. */
	| { readonly kind: 'changed'; readonly line1: number }
	/** The line was deleted. It followed the line that is now `near1`, or was the first line if `near1` is 0. */
	| { readonly kind: 'gone'; readonly near1: number }
	| { readonly kind: 'absent' };
