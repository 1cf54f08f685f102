export interface AttentionFacts {
	readonly name: string;
	readonly spike: number | undefined;
	readonly appeared: number;
	readonly increased: number;
	readonly isProblem: boolean;
	/** Number of records on the most recent days. Undefined if the application has no synced records. */
	readonly records: number | undefined;
}

function needsReview({ spike, appeared, increased }: Omit<AttentionFacts, 'name'>): boolean {
	return spike !== undefined || appeared + increased > 0;
}

/**
 * Compares applications for sorting. Applications with spikes or changed errors come first, then applications with
 * problems, and then all others by number of records.
 */
export function compareAttention(a: AttentionFacts, b: AttentionFacts): number {
	return (
		Number(needsReview(b)) - Number(needsReview(a)) ||
		(b.spike ?? 0) - (a.spike ?? 0) ||
		b.appeared - a.appeared ||
		b.increased - a.increased ||
		Number(b.isProblem) - Number(a.isProblem) ||
		(b.records ?? -1) - (a.records ?? -1) ||
		a.name.localeCompare(b.name)
	);
}
