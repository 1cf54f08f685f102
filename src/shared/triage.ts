import type { DaySpan } from './syncedDays';

/** Conditions that end the state `ignored`. There is at least one, and the first one that is met ends the state. */
export interface IgnoredUntil {
	/** Last day (`yyyy-mm-dd`, UTC) on which the group is ignored. */
	readonly date?: string | undefined;
	/** The state ends with the first record of this version or a later one. */
	readonly version?: string | undefined;
	/** Number of devices (or `records`) above which the group is no longer ignored. */
	readonly devices?: number | undefined;
	readonly records?: number | undefined;
}

/** Decision in a triage file. A group without a triage file is open. */
export type TriageDecision =
	| { readonly state: 'open' | 'acknowledged' }
	| { readonly state: 'ignored'; readonly until: IgnoredUntil }
	/** `versions` contains, for each release line, the first version with the fix. */
	| { readonly state: 'fixed'; readonly versions: readonly string[] };

/** States of groups. `regressed` and `backAgain` are derived from the records and never stored. */
export const triageStates = ['open', 'acknowledged', 'ignored', 'backAgain', 'fixed', 'regressed'] as const;
export type TriageState = (typeof triageStates)[number];

export interface TriageStatus {
	readonly state: TriageState;
	readonly decision: TriageDecision;
	/**
	 * `records` is the number of records of a fixed group in versions with the fix. `version` is the highest of these
	 * versions. Undefined unless the group has regressed.
	 */
	readonly regression?: { readonly version: string; readonly records: number } | undefined;
	/**
	 * `records` is the number of records of a fixed group in versions without the fix. `version` is the highest of these
	 * versions.
	 */
	readonly unfixed?: { readonly version: string; readonly records: number } | undefined;
}

export interface VersionCount {
	/** Version of the records. Empty for records without a version. */
	readonly version: string;
	readonly records: number;
	readonly devices: number | undefined;
	/** Time of the earliest record in Unix seconds. Undefined if no record of the version has a time. */
	readonly firstSeen: number | undefined;
	readonly lastSeen: number | undefined;
}

/** Versions of one release line, split into versions without the fix and versions with the fix. */
export interface FixLine {
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** Device counts for one app package, or for the whole application if the error occurs in only one package. */
export interface FixStratum {
	/** Number of devices with the error in versions without the fix. */
	readonly before: number;
	/** Number of devices with any error, in versions without the fix (`before`) and with the fix (`after`). */
	readonly exposure: { readonly before: number; readonly after: number };
}

/** Counts that the verdict about a fix is based on. */
export interface FixEvidence {
	/** Number of records of the error in each version. */
	readonly versions: readonly VersionCount[];
	/** Counts for each requested release line, in the same order. */
	readonly lines: readonly {
		readonly strata: readonly FixStratum[];
		/** Variance of the daily number of devices with the error, divided by its mean. The minimum value is 1. */
		readonly dispersion: number;
	}[];
	/** Title of a new group with the same type and similar frames, which may be the same error with a new name. */
	readonly renamedTo: string | undefined;
}

/** Frequency of an error in a version, with its 95% confidence interval. */
export interface Release {
	readonly version: string;
	readonly records: number;
	readonly devices: number;
	/** Sum of the daily numbers of active devices. If unknown, number of devices with any error. */
	readonly exposure: number;
	readonly low: number;
	readonly high: number;
}

/** Reason why the records don't show whether an error is fixed. */
export type FixReason =
	| {
			readonly kind:
				| 'noVersions'
				| 'noTimes'
				| 'noDevices'
				| 'cut'
				| 'unproven'
				/** Versions without the fix have no records of the error. */
				| 'noneBefore'
				| 'tooFewBefore'
				/** Active devices aren't counted by app package, although the error occurs in several packages. */
				| 'packages'
				/** No active devices are known for versions with records of the error. */
				| 'noActiveDevices';
	  }
	/** Versions with the fix have a new group with similar frames. `to` is its title. */
	| { readonly kind: 'renamed'; readonly to: string };

export type FixOutcome =
	| { readonly kind: 'fixed'; readonly chance: number }
	| { readonly kind: 'stillHappening'; readonly version: string; readonly records: number }
	/** A verdict requires about `moreDevices` more devices and at least `moreDays` more days of records. */
	| { readonly kind: 'tooEarly'; readonly moreDevices: number; readonly moreDays: number }
	| { readonly kind: 'inconclusive'; readonly reason: FixReason };

export type FixVerdict = FixOutcome & { readonly releases: readonly Release[] };

/** State of a group with a triage file. If the group is marked as fixed, this includes whether the fix works. */
export interface JudgedTriage {
	readonly status: TriageStatus;
	readonly verdict: FixVerdict | undefined;
}

/** Verdict about the fix of a group, in the form that a page shows. */
export interface ShownFix {
	readonly kind: FixVerdict['kind'];
	/** Name of the verdict, such as `Too early`. */
	readonly label: string;
	/** Verdict and reason, such as `Too early: 3 more days of records`. It can contain names from records. */
	readonly text: string;
	readonly countsActiveDevices: boolean;
	/** Frequency of the error in each version, sorted by version. */
	readonly releases: readonly Release[];
}

/** Numbers of device-days. A device that is counted on three days has three device-days. */
export interface DeviceDays {
	/** Number of device-days with at least one record. */
	readonly affected: number;
	/** Number of device-days on which the device was active. If `affected` is greater, the rate is unknown. */
	readonly active: number;
}

/** Returns the number of affected device-days per 1,000 active device-days, or undefined if the rate is unknown. */
export function perThousandActive({ affected, active }: DeviceDays): number | undefined {
	return affected > active ? undefined : (affected / active) * 1000;
}

/**
 * Share of active devices that had records. Includes only days and versions whose number of active devices is known.
 */
export interface ActiveRates {
	readonly span: DaySpan;
	readonly total: DeviceDays;
	/** Most recent versions, newest first. Version names may be untrusted text. */
	readonly versions: readonly (DeviceDays & { readonly version: string })[];
}

export interface TriageNote {
	/** Day of the note (`yyyy-mm-dd`). */
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
	/** State and conditions, such as `Regressed in 3.2 (4 records)`, or the problem with the file. */
	readonly status: string;
	readonly owner: string;
	/** URL of the issue (`https`). Empty if there is no issue. */
	readonly issue: string;
	readonly notes: readonly TriageNote[];
}
