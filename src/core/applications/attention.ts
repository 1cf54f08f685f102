export interface AttentionFacts {
	readonly name: string;
	readonly spike: number | undefined;
	readonly appeared: number;
	readonly increased: number;
	readonly isProblem: boolean;
	/** Number of recent records. Undefined if the application is not synced. */
	readonly records: number | undefined;
}

function needsReview({ spike, appeared, increased }: Omit<AttentionFacts, 'name'>): boolean {
	return spike !== undefined || appeared + increased > 0;
}

/** Sorts applications with spikes or changed errors first, then problems, then synced ones by number of records. */
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
