import type { ErrorValue } from '../../../../shared/groupValue';
import type { RecordFilter } from '../../../../shared/results';
import type { Method } from '../../../../shared/rpc';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';

export interface SiteQueries {
	crashSites: Method<CrashSitesQuestion, CrashSites>;
	/** Returns undefined if `generation` is outdated. The caller must then query the sites again. */
	countSites: Method<SiteCountsQuestion, readonly SiteCount[] | undefined>;
	filesWithSites: Method<FilesQuestion, FilesWithSites>;
	filesOfRecords: Method<RecordFilesQuestion, FilesOfRecords>;
}

export interface CrashSitesQuestion {
	readonly names: readonly string[];
	/** Maximum number of sites to return. Sites with more records are preferred. */
	readonly most?: number;
}

export interface CrashSites {
	readonly sites: readonly CrashSite[];
	readonly left: number;
	/** Changes whenever site IDs and version codes become invalid. */
	readonly generation: number;
	/** Number of records without sites, because their minified traces have no matching mapping file. */
	readonly minified: number;
}

/** A frame in the user's code, identified by file, type, method, line and column. */
export interface CrashSite {
	readonly id: number;
	/** The frame as it occurs in a sample record's trace. Only the surrounding lines of the trace are included. */
	readonly question: FrameQuestion;
	readonly versions: readonly SiteVersion[];
}

export interface SiteVersion {
	readonly name: string;
	/** Build number of the version. Undefined if its records have different build numbers or no build number. */
	readonly build?: string;
	readonly code: number;
	readonly records: number;
	readonly threw: number;
}

export interface SiteCountsQuestion {
	readonly generation: number;
	readonly sets: readonly SiteSet[];
	readonly maxGroups: number;
}

/** Pairs of a site and a version whose records are counted together. Each record counts only once. */
export interface SiteSet {
	readonly of: readonly { readonly site: number; readonly version: number }[];
	/** Whether to count only records whose first frame in the user's code is one of the sites. */
	readonly threw: boolean;
}

export interface SiteCount extends RecordsSummary {
	/** Unix seconds, or undefined if no record has a time. */
	readonly firstSeen: number | undefined;
	/** Record counts in equal time intervals, oldest first. Empty if no record has a time. */
	readonly trend: readonly number[];
	readonly groupCount: number;
	readonly groups: readonly SiteGroup[];
}

export interface SiteGroup extends RecordsSummary {
	readonly key: string;
	readonly title: ErrorValue;
	readonly ofAll: number;
}

interface RecordsSummary {
	readonly records: number;
	readonly devices: number | undefined;
	readonly lastSeen: number | undefined;
	readonly versions: VersionRange | undefined;
}

export interface VersionRange {
	readonly first: string;
	readonly last: string;
	readonly count: number;
}

export interface FilesQuestion {
	readonly max: number;
}

export interface FilesWithSites {
	/** Files with functions that threw, sorted by devices, or by records if devices are unknown. */
	readonly files: readonly SiteFile[];
	readonly left: number;
	readonly generation: number;
}

export interface SiteFile {
	readonly name: string;
	readonly records: number;
	readonly devices: number | undefined;
}

export interface RecordFilesQuestion {
	readonly filters: readonly RecordFilter[];
	readonly max: number;
}

export interface FilesOfRecords {
	/** One frame per file and type, used to locate the file. Frames with more records come first. */
	readonly frames: readonly FrameQuestion[];
	readonly hasMore: boolean;
}
