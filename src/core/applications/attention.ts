export interface AttentionFacts {
	readonly name: string;
	readonly spike: number | undefined;
	readonly appeared: number;
	readonly increased: number;
	/** Whether the last sync failed or the records can't be used. */
	readonly isProblem: boolean;
	/** Number of recent records. Undefined if the application is not synced. */
	readonly records: number | undefined;
}

/** Whether something differs from the last review or from a usual day. */
function needsReview({ spike, appeared, increased }: Omit<AttentionFacts, 'name'>): boolean {
	return spike !== undefined || appeared + increased > 0;
}

/**
 * Compares applications by urgency: first those with a spike or with new or increased errors, then those with problems,
 * then other synced applications, most records first.
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
