/** Conditions that end the state `ignored`. The first condition that is met ends it. At least one is present. */
export interface IgnoredUntil {
	/** Inclusive day (yyyy-mm-dd, UTC). */
	readonly date?: string | undefined;
	/** The group is ignored until it has a record of this version or a later one. */
	readonly version?: string | undefined;
	/** The group is ignored until it has more devices or records than this. */
	readonly devices?: number | undefined;
	readonly records?: number | undefined;
}

/** A group without a file is open. */
export type TriageDecision =
	| { readonly state: 'open' | 'acknowledged' }
	| { readonly state: 'ignored'; readonly until: IgnoredUntil }
	/** `versions` contains one version for each release line. */
	| { readonly state: 'fixed'; readonly versions: readonly string[] };

/** `regressed` and `backAgain` are derived from the records and are never stored. */
export const triageStates = ['open', 'acknowledged', 'ignored', 'backAgain', 'fixed', 'regressed'] as const;
export type TriageState = (typeof triageStates)[number];

export interface TriageStatus {
	readonly state: TriageState;
	readonly decision: TriageDecision;
	/** Records of a fixed group in versions that contain the fix. Present if the group regressed. */
	readonly regression?: { readonly version: string; readonly records: number } | undefined;
	/** Records of a fixed group in versions without the fix. `version` is the highest of them. */
	readonly unfixed?: { readonly version: string; readonly records: number } | undefined;
}

export interface TriageNote {
	/** Day of the note (yyyy-mm-dd). */
	readonly at: string;
	readonly by: string;
	readonly text: string;
}

/** State of a group on a page. The texts come from files of the repository, so they are untrusted. */
export interface ShownTriage {
	/** `invalid` if the group's file can't be parsed. Such a group counts as open. */
	readonly state: TriageState | 'invalid';
	/** Name of the state, such as `Regressed`. */
	readonly label: string;
	/** State with its conditions, such as `Regressed in 3.2 (4 records)`, or the problem with the file. */
	readonly status: string;
	readonly owner: string;
	/** An `https` URL, or empty. */
	readonly issue: string;
	readonly notes: readonly TriageNote[];
}
