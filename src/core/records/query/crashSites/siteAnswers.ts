import type { ErrorValue } from '../../../../shared/groupValue';
import type { RecordFilter } from '../../../../shared/results';
import type { Method } from '../../../../shared/rpc';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';

export interface SiteQueries {
	crashSites: Method<CrashSitesQuestion, CrashSites>;
	/**
	 * Counts the records of crash sites. Returns undefined if `generation` is outdated. The caller must then query the
	 * crash sites again.
	 */
	countSites: Method<SiteCountsQuestion, readonly SiteCount[] | undefined>;
	filesWithSites: Method<FilesQuestion, FilesWithSites>;
	filesOfRecords: Method<RecordFilesQuestion, FilesOfRecords>;
}

export interface CrashSitesQuestion {
	readonly names: readonly string[];
	/** Maximum number of sites in the result. The sites with the most records are returned. */
	readonly most?: number;
}

export interface CrashSites {
	readonly sites: readonly CrashSite[];
	readonly left: number;
	/** Changes whenever site IDs and version codes become invalid. */
	readonly generation: number;
	/** Number of records whose sites are unknown because no mapping file matches their minified traces. */
	readonly minified: number;
}

/** Frame in the user's code, identified by its file, type, method, line, and column. */
export interface CrashSite {
	readonly id: number;
	/** Frame of the crash site in the trace of a sample record, with the surrounding lines. */
	readonly question: FrameQuestion;
	readonly versions: readonly SiteVersion[];
}

export interface SiteVersion {
	readonly name: string;
	/** Build number of the version. Undefined if the records have several build numbers or none. */
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

/**
 * Pairs of a crash site and a version whose records are counted together. A record with several of the sites is counted
 * once.
 */
export interface SiteSet {
	readonly of: readonly { readonly site: number; readonly version: number }[];
	/** Whether a record is counted only if one of the sites is the first frame in the user's code. */
	readonly threw: boolean;
}

export interface SiteCount extends RecordsSummary {
	/** Earliest record of the crash site, in Unix seconds. Undefined if no record has a time. */
	readonly firstSeen: number | undefined;
	/** Number of records in equal time intervals, oldest first. Empty if no record has a time. */
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
	/** Files in which errors were thrown, sorted by number of devices, or by number of records if devices are unknown. */
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
	/** One frame for each combination of file and type, most frequent first. The frames are used to locate the files. */
	readonly frames: readonly FrameQuestion[];
	readonly hasMore: boolean;
}
