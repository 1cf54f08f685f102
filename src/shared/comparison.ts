import type { FileLimit } from './fileLimits';
import type { GroupValue } from './groupValue';
import type { Group, GroupKey, RecordFilter } from './results';
import type { NamedFilters } from './savedColumns';

/** The sides of a comparison are called `before` and `after` even if they cover the same time. */

/** Time range (Unix time in seconds). Both ends are inclusive. */
export interface TimeRange {
	readonly since: number;
	readonly until: number;
}

export interface RecordsFacts {
	readonly application: string;
	readonly filters: readonly { readonly field: string; readonly value: string }[];
	/** Time basis of the ranges. `default` means the time when the error happened on the device. */
	readonly dimension: 'default' | 'receive';
	readonly timeZone: string;
	readonly covers: readonly TimeRange[];
	/** Time when the records were requested, in Unix seconds. */
	readonly askedAt: number;
	/** Result of the verification. `cut` means that records are definitely missing. */
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
	/** If undefined, the entire file is included. */
	readonly range?: TimeRange | undefined;
	/** If undefined, all versions are included. Alternative spellings of a version are also included. */
	readonly versions?: readonly string[] | undefined;
	readonly facts?: RecordsFacts | undefined;
	/** Sum of the daily numbers of active devices. If known on both sides, counts are compared per active device. */
	readonly activeDevices?: number | undefined;
}

/** Counts are compared per unit of time, or per device with errors if both sides cover the same time. */
export type ExposureKind = 'time' | 'devices';

export interface ComparisonQuestion {
	readonly before: SideQuestion;
	readonly after: SideQuestion;
	/** A column index in the key refers to the "after" side. The "before" side is matched by column name. */
	readonly key: GroupKey;
	readonly exposure: ExposureKind;
	readonly timeZone: string;
}

export interface ComparisonPageQuestion extends ComparisonQuestion {
	readonly verdicts: readonly VerdictKind[];
	/** `evidence` sorts by statistical significance, `before` and `after` by the number of devices (or records). */
	readonly order: 'evidence' | 'before' | 'after';
	readonly start: number;
	readonly end: number;
	readonly trendParts: number;
}

/** A group is reported as new, increased, decreased or gone only if its change reaches all thresholds. */
export const changeThresholds = {
	/** Minimum ratio of the higher frequency to the lower frequency. */
	ratio: 1.5,
	/** Minimum number of devices (or records) on the side where the error is more frequent. */
	count: 6,
	/** Maximum false discovery rate of the significance test across all groups. */
	falseDiscoveryRate: 0.05,
} as const;

/** `small`: below the thresholds. `variable`: usual variation between days. `inconclusive`: because of a limitation. */
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
 * Verdicts that a limitation prevents. `increases` includes `new`, `decreases` includes `gone`, and `renames` applies
 * to groups that may have been renamed.
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
	/** The missing part of a side's time range is excluded from the side's duration. */
	| { readonly kind: 'timeMissing'; readonly side: ComparedSide; readonly seconds: number }
	| { readonly kind: 'filtersDiffer'; readonly columns: readonly string[] }
	| { readonly kind: 'clockDiffers'; readonly before: string; readonly after: string }
	| { readonly kind: 'dimensionDiffers' }
	| { readonly kind: 'fieldsMissing'; readonly fields: readonly string[] }
	/** Both sides exclude the overlap of their ranges. `records` is the number of excluded records on the larger side. */
	| { readonly kind: 'rangesOverlap'; readonly records: number; readonly seconds: number }
	/** A side doesn't cover all weekdays, and the files contain no other days for comparison. */
	| { readonly kind: 'shorterThanWeek' }
	/** The total count changed by this factor. Groups have a verdict only if they changed by a different factor. */
	| { readonly kind: 'commonMovement'; readonly ratio: number }
	/** A side covers less than a day, or both sides together have too few devices (or records). */
	| { readonly kind: 'tooShort'; readonly seconds: number; readonly counted: number }
	| { readonly kind: 'empty'; readonly side: ComparedSide }
	| { readonly kind: 'file'; readonly side: ComparedSide; readonly limit: FileLimit }
	| { readonly kind: 'otherApplication'; readonly before: string; readonly after: string }
	| { readonly kind: 'mappingDiffers' }
	/** The sides contain different builds, and mapping files are missing for `groups` groups with obfuscated names. */
	| { readonly kind: 'minifiedBuilds'; readonly groups: number; readonly traces: readonly MinifiedTrace[] };

export type Reason = ReasonFact & { readonly forbids: Forbidden };

export type GroupVerdict =
	/** `expected` is the number of occurrences on the other side if the error were as frequent there as on this side. */
	| { readonly kind: 'new' | 'gone'; readonly expected: number }
	| { readonly kind: 'increased' | 'decreased' | 'small' | 'unchanged' }
	| { readonly kind: 'tooFew' }
	/** Ratio of the variance between days to the variance expected by chance. */
	| { readonly kind: 'variable'; readonly dispersion: number }
	| { readonly kind: 'inconclusive'; readonly reasons: readonly ReasonFact['kind'][] };

/** Ratio of the frequencies (after to before) and its 95% confidence interval. Undefined values are infinite. */
export interface Change {
	readonly ratio: number | undefined;
	readonly low: number;
	readonly high: number | undefined;
}

export interface ComparedGroup {
	readonly value: GroupValue;
	readonly before: Group | undefined;
	readonly after: Group | undefined;
	/** Number of devices (or records) that the verdict is based on. The most recent hours are excluded. */
	readonly counted: { readonly before: number; readonly after: number };
	readonly verdict: GroupVerdict;
	readonly change: Change | undefined;
	/** Change in the group's share of all devices with errors. Set only if `change` is normalized by time. */
	readonly changeOfShare: Change | undefined;
	/** Whether only one of the two normalizations (by time or by share) shows an increase or decrease. */
	readonly readingsDisagree: boolean;
	/** Upper bound (95% confidence) for the group's share of records on the side where the group did not occur. */
	readonly noneAtMost: number | undefined;
}

/** Delay between an event and the receipt of its record, in seconds. */
export interface Lag {
	/** Delay within which 90% of the records arrive. */
	readonly usual: number;
	/** Records must have at least this age, because other records from a more recent time may still arrive. */
	readonly leftOut: number;
	/** Whether the delay was measured. If no record has a receive time, a delay of one day is assumed. */
	readonly measured: boolean;
}

export interface SideSummary {
	readonly records: number;
	readonly devices: number | undefined;
	/** Number of records without a time, which belong to neither side. */
	readonly untimed: number;
	readonly outside: number;
	readonly deviceless: number;
	readonly spans: readonly TimeRange[];
	readonly seconds: number | undefined;
	readonly tested: {
		readonly records: number;
		readonly counted: number;
		/** Sum of the daily numbers of active devices. Undefined unless counts are compared per active device. */
		readonly activeDevices?: number;
		readonly seconds: number | undefined;
		readonly until: number | undefined;
	};
}

/** A new group and a gone group that may be the same error with a new name: same type and mostly the same frames. */
export interface LikelySame {
	readonly before: GroupValue;
	readonly after: GroupValue;
	readonly frames: number;
}

export interface ComparisonPage {
	readonly before: SideSummary;
	readonly after: SideSummary;
	readonly lag: Lag | undefined;
	/** `aligned`: the same weekdays and hours are compared. `widened`: the tests take daily variation into account. */
	readonly rhythm: 'aligned' | 'widened' | undefined;
	readonly reasons: readonly Reason[];
	/** Unit of all counts. If records are counted, a single device can account for many of them. */
	readonly by: 'devices' | 'records';
	readonly groups: Readonly<Record<VerdictKind, number>>;
	readonly listed: number;
	readonly page: readonly ComparedGroup[];
	readonly likelySame: readonly LikelySame[];
}

/** A common trait: a value whose frequency differs considerably between a group's devices and all other devices. */
export interface TraitValue {
	/** Column name, or `hour` for the hour of the day. */
	readonly attribute: string;
	readonly value: string;
	/** `with` counts the group's devices that have the value, and `of` counts those with a known value. */
	readonly here: { readonly with: number; readonly of: number };
	readonly elsewhere: { readonly with: number; readonly of: number };
}

export interface CommonTraits {
	/** Unit of all counts. Each device is counted once, with its first record. */
	readonly by: 'devices' | 'records';
	/** If set to N, only one in N devices or records was examined. */
	readonly sampled?: number;
	/** Common traits in descending order of difference, at most one for each attribute. */
	readonly values: readonly TraitValue[];
}

interface TraitLine {
	readonly text: string;
	readonly counts: string;
	/** Undefined if no filter can express the trait, such as an hour of the day. */
	readonly filter: { readonly column: number; readonly value: string } | undefined;
}

export interface TraitLines {
	readonly lines: readonly TraitLine[];
	readonly note: string;
}
