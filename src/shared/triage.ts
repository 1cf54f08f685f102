import type { DaySpan } from './syncedDays';

/** Conditions, at least one of which is present. The first condition that is met ends the state `ignored`. */
export interface IgnoredUntil {
	/** Last day (yyyy-mm-dd, UTC) on which the group is ignored. */
	readonly date?: string | undefined;
	/** The group is ignored until it has a record of this version or a later one. */
	readonly version?: string | undefined;
	/** The group is ignored until it has more devices (or `records`) than this number. */
	readonly devices?: number | undefined;
	readonly records?: number | undefined;
}

/** A group without a triage file is open. */
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
	/** Records of a fixed group in versions without the fix. `version` is the highest of these versions. */
	readonly unfixed?: { readonly version: string; readonly records: number } | undefined;
}

export interface VersionCount {
	/** Empty for records without a version. */
	readonly version: string;
	readonly records: number;
	readonly devices: number | undefined;
	/** Unix time in seconds. Undefined if no record of the version has a time. */
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
}

/** Versions of a release line without and with the fix. */
export interface FixLine {
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** Devices of an app package, or of all packages if the error occurs in only one. */
export interface FixStratum {
	/** Devices with the error in versions without the fix. */
	readonly before: number;
	/** Devices with any error in versions without and with the fix. */
	readonly exposure: { readonly before: number; readonly after: number };
}

/** Counts of an error that is marked as fixed, on which its verdict is based. */
export interface FixEvidence {
	/** Records of the error by version. */
	readonly versions: readonly VersionCount[];
	/** Has the same order as the requested lines. */
	readonly lines: readonly {
		readonly strata: readonly FixStratum[];
		/** Variance of the daily number of devices with the error divided by its mean, at least 1. */
		readonly dispersion: number;
	}[];
	/** Title of a new group with the same type and similar frames, for example after a rename. */
	readonly renamedTo: string | undefined;
}

/** Frequency of an error in a version, with its 95% confidence interval. */
export interface Release {
	readonly version: string;
	readonly records: number;
	readonly devices: number;
	/** Sum of the daily numbers of active devices or, if unknown, the number of devices that reported any error. */
	readonly exposure: number;
	readonly low: number;
	readonly high: number;
}

/** Reason why the records can't show whether an error is fixed. */
export type FixReason =
	| {
			readonly kind:
				| 'noVersions'
				| 'noTimes'
				| 'noDevices'
				| 'cut'
				| 'unproven'
				/** The error has no records in versions without the fix. */
				| 'noneBefore'
				| 'tooFewBefore'
				/** Active devices are not counted by app package, but the error occurs in several packages. */
				| 'packages'
				/** There are no active devices in versions that have records of the error. */
				| 'noActiveDevices';
	  }
	/** Versions with the fix have a new group with similar frames, called `to`. */
	| { readonly kind: 'renamed'; readonly to: string };

export type FixOutcome =
	| { readonly kind: 'fixed'; readonly chance: number }
	| { readonly kind: 'stillHappening'; readonly version: string; readonly records: number }
	/** A verdict requires about `moreDevices` more devices. A fix is observed for at least seven days. */
	| { readonly kind: 'tooEarly'; readonly moreDevices: number; readonly moreDays: number }
	| { readonly kind: 'inconclusive'; readonly reason: FixReason };

export type FixVerdict = FixOutcome & { readonly releases: readonly Release[] };

/** State of a group that has a triage file, and whether its fix works if it is marked as fixed. */
export interface JudgedTriage {
	readonly status: TriageStatus;
	readonly verdict: FixVerdict | undefined;
}

/** Verdict about a group's fix, as shown on a page. */
export interface ShownFix {
	readonly kind: FixVerdict['kind'];
	/** Name of the verdict, such as `Too early`. */
	readonly label: string;
	/** Verdict with its reason, such as `Too early: 3 more days of records`. The text can contain names from records. */
	readonly text: string;
	readonly countsActiveDevices: boolean;
	/** Sorted by version. */
	readonly releases: readonly Release[];
}

/** Counts of pairs of a device and a day. */
export interface DeviceDays {
	/** Pairs of a device that had at least one record on a day. */
	readonly affected: number;
	/** Active devices of each day, summed over the same days. If `affected` exceeds it, the rate is unknown. */
	readonly active: number;
}

/** Returns the number of affected devices per 1,000 active devices and day, or undefined if the rate is unknown. */
export function perThousandActive({ affected, active }: DeviceDays): number | undefined {
	return affected > active ? undefined : (affected / active) * 1000;
}

/** How many active devices had records, on days and in versions for which the number of active devices is known. */
export interface ActiveRates {
	readonly span: DaySpan;
	readonly total: DeviceDays;
	/** The newest versions, newest first. Versions can be untrusted text. */
	readonly versions: readonly (DeviceDays & { readonly version: string })[];
}

export interface TriageNote {
	/** Day of the note (yyyy-mm-dd). */
	readonly at: string;
	readonly by: string;
	readonly text: string;
}

/** Triage state of a group, as shown on a page. All strings come from files in the repository and are untrusted. */
export interface ShownTriage {
	/** `invalid` if the group's file can't be parsed. The group is then treated as open. */
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
