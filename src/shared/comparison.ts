import type { FileLimit } from './fileLimits';
import type { GroupValue } from './groupValue';
import type { Group, GroupKey, RecordFilter } from './results';
import type { NamedFilters } from './savedColumns';

/** The sides of a comparison are called `before` and `after`, even if they cover the same time. */

/** Time range in Unix seconds. Both ends are inclusive. */
export interface TimeRange {
	readonly since: number;
	readonly until: number;
}

export interface RecordsFacts {
	readonly application: string;
	readonly filters: readonly { readonly field: string; readonly value: string }[];
	/**
	 * Time that the ranges refer to. `default` means the time of the error on the device, and `receive` means the time
	 * when the server received the record.
	 */
	readonly dimension: 'default' | 'receive';
	readonly timeZone: string;
	readonly covers: readonly TimeRange[];
	/** Time when the records were requested, in Unix seconds. */
	readonly askedAt: number;
	/** Whether the response was proven to be complete. `cut` means that records are certainly missing. */
	readonly proof: 'proven' | 'unproven' | 'cut';
}

export interface ChosenSide {
	readonly path: string;
	readonly label: string;
	readonly range?: TimeRange;
	readonly versions?: readonly string[];
}

export interface ChosenComparison {
	readonly application: string;
	readonly before: ChosenSide;
	readonly after: ChosenSide;
	readonly exposure: ExposureKind;
	readonly filters?: NamedFilters;
}

export interface SideQuestion {
	readonly filters: readonly RecordFilter[];
	/** Time range to compare. If undefined, the entire file is compared. */
	readonly range?: TimeRange | undefined;
	/**
	 * App versions to compare. Spellings such as `1.0`, `v1.0`, and `1` are equivalent. If undefined, all versions are
	 * compared.
	 */
	readonly versions?: readonly string[] | undefined;
	readonly facts?: RecordsFacts | undefined;
	/** Sum of the daily numbers of active devices. Used for normalization if both sides define it. */
	readonly activeDevices?: number | undefined;
}

/** Unit by which counts are normalized: time or, if both sides cover the same time, devices with errors. */
export type ExposureKind = 'time' | 'devices';

export interface ComparisonQuestion {
	readonly before: SideQuestion;
	readonly after: SideQuestion;
	/** Group key with column indexes of the "after" side. On the "before" side, columns are found by name. */
	readonly key: GroupKey;
	readonly exposure: ExposureKind;
	readonly timeZone: string;
}

export interface ComparisonPageQuestion extends ComparisonQuestion {
	readonly verdicts: readonly VerdictKind[];
	/**
	 * `evidence` sorts by statistical significance. `before` and `after` sort by the number of devices (or records) on
	 * that side.
	 */
	readonly order: 'evidence' | 'before' | 'after';
	readonly start: number;
	readonly end: number;
	readonly trendParts: number;
}

/** A group is reported as new, increased, decreased, or gone only if its change reaches all of these thresholds. */
export const changeThresholds = {
	/** Minimum ratio of the higher frequency to the lower frequency. */
	ratio: 1.5,
	/** Minimum number of devices (or records) on the side where the error is more frequent. */
	count: 6,
	/** Maximum false discovery rate of the significance test across all groups. */
	falseDiscoveryRate: 0.05,
} as const;

/**
 * `small` means that the change doesn't reach the thresholds. `variable` means that counts usually vary this much from
 * day to day. `inconclusive` means that a limitation prevents a verdict.
 */
export const verdictKinds = [
	'unchanged',
	'small',
	'new',
	'increased',
	'decreased',
	'gone',
	'tooFew',
	'variable',
	'inconclusive',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export const bothSides = ['before', 'after'] as const;
export type ComparedSide = (typeof bothSides)[number];

/**
 * Verdicts that a limitation rules out. `increases` also rules out `new`, and `decreases` also rules out `gone`.
 * `renames` rules out every verdict, but only for groups that may have been renamed.
 */
export type Forbidden = 'none' | 'increases' | 'decreases' | 'renames' | 'all';

export interface MinifiedTrace {
	readonly side: ComparedSide;
	readonly file: 'r8' | 'sourceMap';
	readonly origin: Readonly<Record<'app_package_name' | 'application_id' | 'app_version_name' | 'os_name', string>>;
}

export type ReasonFact =
	| { readonly kind: 'cut'; readonly side: ComparedSide }
	| { readonly kind: 'unproven'; readonly side: ComparedSide }
	/** Records are missing for a part of a side's time range. This part doesn't count toward the side's duration. */
	| { readonly kind: 'timeMissing'; readonly side: ComparedSide; readonly seconds: number }
	| { readonly kind: 'filtersDiffer'; readonly columns: readonly string[] }
	| { readonly kind: 'clockDiffers'; readonly before: string; readonly after: string }
	| { readonly kind: 'dimensionDiffers' }
	| { readonly kind: 'fieldsMissing'; readonly fields: readonly string[] }
	/**
	 * The time ranges overlap, and the overlap is excluded on both sides. `records` is the number of excluded records on
	 * the side that has more of them.
	 */
	| { readonly kind: 'rangesOverlap'; readonly records: number; readonly seconds: number }
	/** A side doesn't cover every day of the week, and the files contain no other days to compare. */
	| { readonly kind: 'shorterThanWeek' }
	/** The total count has changed by this factor. Only groups that changed by a different factor have a verdict. */
	| { readonly kind: 'commonMovement'; readonly ratio: number }
	/**
	 * Either the shorter side covers less than a day (`seconds`), or both sides together have too few devices or records
	 * (`counted`).
	 */
	| { readonly kind: 'tooShort'; readonly seconds: number; readonly counted: number }
	| { readonly kind: 'empty'; readonly side: ComparedSide }
	| { readonly kind: 'file'; readonly side: ComparedSide; readonly limit: FileLimit }
	| { readonly kind: 'otherApplication'; readonly before: string; readonly after: string }
	| { readonly kind: 'mappingDiffers' }
	/** The sides contain different builds. Mapping files are missing for `groups` groups with obfuscated names. */
	| { readonly kind: 'minifiedBuilds'; readonly groups: number; readonly traces: readonly MinifiedTrace[] };

export type Reason = ReasonFact & { readonly forbids: Forbidden };

export type GroupVerdict =
	/**
	 * `expected` is the number of occurrences on the side without the error if it were equally frequent on both sides.
	 */
	| { readonly kind: 'new' | 'gone'; readonly expected: number }
	| { readonly kind: 'increased' | 'decreased' | 'small' | 'unchanged' }
	| { readonly kind: 'tooFew' }
	/** `dispersion` is the variance between days divided by the variance expected by chance. */
	| { readonly kind: 'variable'; readonly dispersion: number }
	| { readonly kind: 'inconclusive'; readonly reasons: readonly ReasonFact['kind'][] };

/**
 * Frequency on the "after" side divided by the frequency on the "before" side, with the 95% confidence interval of this
 * ratio. An undefined bound or ratio is infinite.
 */
export interface Change {
	readonly ratio: number | undefined;
	readonly low: number;
	readonly high: number | undefined;
}

export interface ComparedGroup {
	readonly value: GroupValue;
	readonly before: Group | undefined;
	readonly after: Group | undefined;
	/**
	 * Number of devices (or records) on each side, without the most recent hours. The verdict is based on these counts.
	 */
	readonly counted: { readonly before: number; readonly after: number };
	readonly verdict: GroupVerdict;
	readonly change: Change | undefined;
	/** Change in the group's share of all devices with errors. Only defined if `change` is normalized by time. */
	readonly changeOfShare: Change | undefined;
	/** Whether the frequency per unit of time and the share of devices disagree about an increase or decrease. */
	readonly readingsDisagree: boolean;
	/**
	 * Upper 95% bound for the group's share of records on the side without the group. Undefined if both sides have the
	 * group or the side without the group is empty.
	 */
	readonly noneAtMost: number | undefined;
}

/** Delay, in seconds, between an error and the receipt of its record. */
export interface Lag {
	/** Delay within which 90% of the records arrive. */
	readonly usual: number;
	/**
	 * Minimum age of the compared records. Newer records aren't compared, because other records from the same time are
	 * still missing.
	 */
	readonly leftOut: number;
	/** Whether the delay was measured. If no record has a receive time, a delay of one day is assumed. */
	readonly measured: boolean;
}

export interface SideSummary {
	readonly records: number;
	readonly devices: number | undefined;
	/** Number of records that belong to neither side, because they have no time. */
	readonly untimed: number;
	readonly outside: number;
	readonly deviceless: number;
	readonly spans: readonly TimeRange[];
	readonly seconds: number | undefined;
	readonly tested: {
		readonly records: number;
		readonly counted: number;
		/** Sum of the daily numbers of active devices. Only defined if counts are compared per active device. */
		readonly activeDevices?: number;
		readonly seconds: number | undefined;
		readonly until: number | undefined;
	};
}

/**
 * A new group and a gone group that may be the same error, because the type and most frames are the same but the name
 * differs.
 */
export interface LikelySame {
	readonly before: GroupValue;
	readonly after: GroupValue;
	readonly frames: number;
}

export interface ComparisonPage {
	readonly before: SideSummary;
	readonly after: SideSummary;
	readonly lag: Lag | undefined;
	/**
	 * `aligned` means that the same weekdays and hours are compared. `widened` means that the tests take daily variation
	 * into account.
	 */
	readonly rhythm: 'aligned' | 'widened' | undefined;
	readonly reasons: readonly Reason[];
	/** Unit of all counts. If records are counted, a single device can account for many of them. */
	readonly by: 'devices' | 'records';
	readonly groups: Readonly<Record<VerdictKind, number>>;
	readonly listed: number;
	readonly page: readonly ComparedGroup[];
	readonly likelySame: readonly LikelySame[];
}

/** Common trait: a value that is considerably more or less frequent on a group's devices than on other devices. */
export interface TraitValue {
	/** Column name, or `hour` for the hour of the day. */
	readonly attribute: string;
	readonly value: string;
	/** Number of the group's devices with the value (`with`) and with any known value (`of`). */
	readonly here: { readonly with: number; readonly of: number };
	readonly elsewhere: { readonly with: number; readonly of: number };
}

export interface CommonTraits {
	/** Unit of all counts. If devices are counted, only the first record of each device is used. */
	readonly by: 'devices' | 'records';
	/** If defined as N, only one in N devices or records was examined. */
	readonly sampled?: number;
	/** Common traits, largest difference first. Each attribute occurs at most once. */
	readonly values: readonly TraitValue[];
}

interface TraitLine {
	readonly text: string;
	readonly counts: string;
	/** Filter for the trait. Undefined if no filter can express it, for example the hour of the day. */
	readonly filter: { readonly column: number; readonly value: string } | undefined;
}

export interface TraitLines {
	readonly lines: readonly TraitLine[];
	readonly note: string;
}
