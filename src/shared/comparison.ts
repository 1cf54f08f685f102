import type { GroupValue } from './groupValue';
import type { NamedFilters } from './keptColumns';
import type { Group, GroupKey, RecordFilter } from './results';

/** The words in which two selections of records are compared. `before` and `after` are the sides, whatever they are called. */

/** Unix seconds; both are in it. */
export interface TimeRange {
	readonly since: number;
	readonly until: number;
}

/** What is known of how the records of a file were asked for. */
export interface RecordsFacts {
	/** ID of the application. */
	readonly application: string;
	/** Equality, as the service knows it. */
	readonly filters: readonly { readonly field: string; readonly value: string }[];
	/** Which clock the range is about: when an error happened, or when it was received. */
	readonly dimension: 'default' | 'receive';
	/** Name of the zone whose clock the range was read on. */
	readonly timeZone: string;
	/** What was asked for, without what is missing of it; in the order of time. */
	readonly covers: readonly TimeRange[];
	/** When it was asked for (Unix seconds). */
	readonly askedAt: number;
	/** `cut`: records are missing for certain. */
	readonly proof: 'proven' | 'unproven' | 'cut';
}

/** Which records of which file are a side of a comparison, as a person chose it. How they were asked for is asked when they are read. */
export interface ChosenSide {
	/** Path of the records, or of the manifest of a set. */
	readonly path: string;
	/** What they are, in few words. */
	readonly label: string;
	readonly range?: TimeRange;
	/** Only records of these. */
	readonly versions?: readonly string[];
}

export interface ChosenComparison {
	/** Name of the application. */
	readonly application: string;
	readonly before: ChosenSide;
	readonly after: ChosenSide;
	readonly exposure: ExposureKind;
	/** With which it begins, on both sides. */
	readonly filters?: NamedFilters;
}

/** Which records of a file are one side of a comparison. */
export interface SideQuestion {
	readonly filters: readonly RecordFilter[];
	/** Undefined: all of the time that the file covers. */
	readonly range?: TimeRange | undefined;
	/** Only these; other spellings of them are meant as well. Undefined: all. */
	readonly versions?: readonly string[] | undefined;
	/** Undefined for a file of unknown origin. */
	readonly facts?: RecordsFacts | undefined;
}

/**
 * What counts are in proportion to where nothing changes: the time of each side, or the devices with any error, which is
 * for sides of the same time, such as versions. The latter takes for granted that other errors did not change.
 */
export type ExposureKind = 'time' | 'devices';

export interface ComparisonQuestion {
	readonly before: SideQuestion;
	readonly after: SideQuestion;
	/** Of columns, that of the file after; the one before is found by its name. */
	readonly key: GroupKey;
	readonly exposure: ExposureKind;
	/** Of the clock by which days are told apart. */
	readonly timeZone: string;
}

/** Of the groups with one of some verdicts, a page in some order. */
export interface ComparisonPageQuestion extends ComparisonQuestion {
	readonly verdicts: readonly VerdictKind[];
	/** `evidence`: what is least likely to be chance comes first; the others are by devices, or records without these. */
	readonly order: 'evidence' | 'before' | 'after';
	readonly start: number;
	readonly end: number;
	readonly trendParts: number;
}

/**
 * `unchanged`: no change can be seen. `tooFew`: too few devices to tell, also whether it is new or gone. `variesStrongly`:
 * it would be a change, did days not differ as much anyway. `cannotTell`: it would be one, but something forbids to say so.
 */
export const verdictKinds = [
	'unchanged',
	'new',
	'grown',
	'shrunk',
	'gone',
	'tooFew',
	'variesStrongly',
	'cannotTell',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export const bothSides = ['before', 'after'] as const;
export type ComparedSide = (typeof bothSides)[number];

/** Which verdicts a reason leaves. `rises` are New and Grown, `falls` are Gone and Shrunk. */
export type Forbidden = 'nothing' | 'rises' | 'falls' | 'all';

/** Why two sides are not comparable, or not as they are. */
export type ReasonFact =
	/** Records are missing on a side. */
	| { readonly kind: 'cut'; readonly side: ComparedSide }
	/** Nobody knows whether records are missing on a side. */
	| { readonly kind: 'unproven'; readonly side: ComparedSide }
	/** Of the time that a side is about there are no records of so many seconds, which do not count as time. */
	| { readonly kind: 'timeMissing'; readonly side: ComparedSide; readonly seconds: number }
	/** Filters that only one of the sides has, by the names of their columns. */
	| { readonly kind: 'filtersDiffer'; readonly columns: readonly string[] }
	/** Zones of the clocks on which the ranges were read. */
	| { readonly kind: 'clockDiffers'; readonly before: string; readonly after: string }
	/** One range is about when errors happened, the other about when they were received. */
	| { readonly kind: 'dimensionDiffers' }
	/** Fields that only one of the sides has, or neither, and that the comparison needs. */
	| { readonly kind: 'fieldsMissing'; readonly fields: readonly string[] }
	/** Counted on neither side; `records` are those of the side that has more of them there. */
	| { readonly kind: 'rangesOverlap'; readonly records: number; readonly seconds: number }
	/** Less than a day on a side, or too few devices (or records) on both together. */
	| { readonly kind: 'tooShort'; readonly seconds: number; readonly counted: number }
	/** A side has no records. */
	| { readonly kind: 'empty'; readonly side: ComparedSide }
	| { readonly kind: 'otherApplication'; readonly before: string; readonly after: string }
	/** Traces that are minified were grouped by their original names on one side more than on the other. */
	| { readonly kind: 'mappingDiffers' };

export type Reason = ReasonFact & { readonly forbids: Forbidden };

/** A value of `verdictKinds` with its figures. */
export type GroupVerdict =
	/** `expected` is how many there should have been on the side that has none, were it as frequent there. */
	| { readonly kind: 'new' | 'gone'; readonly expected: number }
	| { readonly kind: 'grown' | 'shrunk' | 'unchanged' }
	| { readonly kind: 'tooFew' }
	/** How many times as much days vary as they would by chance. */
	| { readonly kind: 'variesStrongly'; readonly dispersion: number }
	| { readonly kind: 'cannotTell'; readonly reasons: readonly ReasonFact['kind'][] };

/** How many times as frequent it is after, and where that is with a confidence of 95 %; undefined is without bound. */
export interface Change {
	readonly ratio: number | undefined;
	readonly low: number;
	readonly high: number | undefined;
}

export interface ComparedGroup {
	readonly value: GroupValue;
	/** As in a list of groups; undefined on a side that has none of its records. */
	readonly before: Group | undefined;
	readonly after: Group | undefined;
	/** Devices (or records) that verdicts are by: without those of the newest hours. */
	readonly counted: { readonly before: number; readonly after: number };
	readonly verdict: GroupVerdict;
	/** Undefined where nothing was counted. */
	readonly change: Change | undefined;
	/** By the share of all devices with errors, where `change` is by time. */
	readonly changeOfShare: Change | undefined;
	/** By time it rose or fell, and by share it did not, or the other way round. */
	readonly readingsDisagree: boolean;
	/** On the side that has none, it is at most this share of the records, with a confidence of 95 %. */
	readonly noneAtMost: number | undefined;
}

/** How late records arrive (seconds). */
export interface Lag {
	/** Nine of ten arrive within. */
	readonly usual: number;
	/** What is this new is not full yet, and left out. */
	readonly leftOut: number;
	/** Otherwise no record tells when it was received, and a day is taken for granted. */
	readonly measured: boolean;
}

export interface SideSummary {
	readonly records: number;
	/** Undefined where records are counted, for want of a column that both sides have. */
	readonly devices: number | undefined;
	/** Records of the selection that tell no time, and those outside of what is covered: on no side. */
	readonly untimed: number;
	readonly outside: number;
	/** Of the records, those without a device. */
	readonly deviceless: number;
	readonly spans: readonly TimeRange[];
	/** In these; undefined without a time. */
	readonly seconds: number | undefined;
	/** What verdicts are by. */
	readonly tested: {
		readonly records: number;
		readonly counted: number;
		readonly seconds: number | undefined;
		/** What is later is left out; undefined where nothing is. */
		readonly until: number | undefined;
	};
}

/** A group that is only after, and one that is only before, with the same type and most frames: maybe one, renamed. */
export interface LikelySame {
	readonly before: GroupValue;
	readonly after: GroupValue;
	/** That they have in common. */
	readonly frames: number;
}

export interface ComparisonPage {
	readonly before: SideSummary;
	readonly after: SideSummary;
	readonly lag: Lag | undefined;
	readonly reasons: readonly Reason[];
	/** By records, one device may be many. */
	readonly by: 'devices' | 'records';
	/** Of all verdicts; they add up to the groups of both sides together. */
	readonly groups: Readonly<Record<VerdictKind, number>>;
	/** Those with one of the verdicts asked for. */
	readonly listed: number;
	readonly page: readonly ComparedGroup[];
	readonly likelySame: readonly LikelySame[];
}

/** A value that is more or less frequent among the devices of a group than among those that have none of its records. */
export interface ApartValue {
	/** Name of the column; `hour` is that of the day. */
	readonly attribute: string;
	readonly value: string;
	/** Devices with the value, of those that tell one. */
	readonly here: { readonly with: number; readonly of: number };
	readonly elsewhere: { readonly with: number; readonly of: number };
}

/** What sets a group apart from the rest of a view. */
export interface SetsApart {
	/** Each device counts once, by its first record in the group, or in the view. By records, one device may be many. */
	readonly by: 'devices' | 'records';
	/** At most one value of each attribute, those that differ most first. */
	readonly values: readonly ApartValue[];
}

/** A value that sets a group apart, in words and as what can be filtered by. */
interface ApartLine {
	/** `OS version 14: 92 % here, 41 % elsewhere` */
	readonly text: string;
	/** How many those are. */
	readonly counts: string;
	/** Undefined where no filter says it, as of hours. */
	readonly filter: { readonly column: number; readonly value: string } | undefined;
}

export interface ApartLines {
	readonly lines: readonly ApartLine[];
	/** Among what they were found, or that there are none. */
	readonly note: string;
}
