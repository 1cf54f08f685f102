import type { ErrorValue } from '../../../../shared/groupValue';
import type { RecordFilter } from '../../../../shared/results';
import type { Method } from '../../../../shared/rpc';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';

/** What can be asked about files of one's own code. */
export interface SiteQueries {
	/** The frames in some files that traces of records have. */
	crashSites: Method<CrashSitesQuestion, CrashSites>;
	/** The records with some of these. Undefined where `generation` is not the present one: ask for the sites again. */
	countSites: Method<SiteCountsQuestion, readonly SiteCount[] | undefined>;
	/** The files with functions that threw. */
	filesWithSites: Method<FilesQuestion, FilesWithSites>;
	/** The files of one's own code in the traces of some records. */
	filesOfRecords: Method<RecordFilesQuestion, FilesOfRecords>;
}

/** Which files are asked about. */
export interface CrashSitesQuestion {
	/** Base names, as on the disk. */
	readonly names: readonly string[];
	/** Of the sites, those with most records; as many as a person looks at where nobody says. */
	readonly most?: number;
}

export interface CrashSites {
	/** Those with most records first. */
	readonly sites: readonly CrashSite[];
	/** How many more sites there are. */
	readonly left: number;
	/** Another one whenever ids of sites and codes of versions mean something else. */
	readonly generation: number;
	/** Records whose traces are minified, and no mapping is proven to be of their build: they have no sites. */
	readonly minified: number;
}

/** A frame of one's own code, in a file that was asked about: told apart by file, type, method, line and column. */
export interface CrashSite {
	/** Of this session, as long as `generation` is the same. */
	readonly id: number;
	/** As it is shown, in a trace of a record that has it, of which no more is told than is around it. */
	readonly question: FrameQuestion;
	/** Those with most records first. */
	readonly versions: readonly SiteVersion[];
}

export interface SiteVersion {
	/** '' for records without one. */
	readonly name: string;
	/** The number of its build, where records have such a column and all of the version tell the same. */
	readonly build?: string;
	readonly code: number;
	readonly records: number;
	/** Those of which this is the first frame of one's own code. */
	readonly threw: number;
}

export interface SiteCountsQuestion {
	/** Of the sites and versions. */
	readonly generation: number;
	readonly sets: readonly SiteSet[];
	/** Of each set. */
	readonly maxGroups: number;
}

/** Which records are counted together: those with any of these sites in that version, each once. */
export interface SiteSet {
	readonly of: readonly { readonly site: number; readonly version: number }[];
	/** Only those of which the site is the first frame of one's own code. */
	readonly threw: boolean;
}

export interface SiteCount extends RecordsSummary {
	/** Unix seconds; undefined without times. */
	readonly firstSeen: number | undefined;
	/** Records in equal parts of the time of all records, the oldest first; empty without times. */
	readonly trend: readonly number[];
	readonly groupCount: number;
	/** Those with most records first. */
	readonly groups: readonly SiteGroup[];
}

/** Records of a set that have the same group key by frames. */
export interface SiteGroup extends RecordsSummary {
	/** One text for equal groups. */
	readonly key: string;
	/** Fit for the filter `group`. */
	readonly title: ErrorValue;
	/** Records of the group in the whole session. */
	readonly ofAll: number;
}

interface RecordsSummary {
	readonly records: number;
	/** Exact; undefined where records name no device. */
	readonly devices: number | undefined;
	/** Unix seconds; undefined without times. */
	readonly lastSeen: number | undefined;
	/** In the order of versions; undefined where no record has one. */
	readonly versions: VersionRange | undefined;
}

export interface VersionRange {
	readonly first: string;
	readonly last: string;
	/** How many different ones. */
	readonly count: number;
}

export interface FilesQuestion {
	readonly max: number;
}

export interface FilesWithSites {
	/** Files with functions that threw; those with most devices first, or with most records where these name no device. */
	readonly files: readonly SiteFile[];
	/** How many more there are. */
	readonly left: number;
	readonly generation: number;
}

export interface SiteFile {
	/** Base name, as a trace has it. */
	readonly name: string;
	/** That threw in it. */
	readonly records: number;
	readonly devices: number | undefined;
}

export interface RecordFilesQuestion {
	/** Which records. */
	readonly filters: readonly RecordFilter[];
	readonly max: number;
}

export interface FilesOfRecords {
	/** A frame for each file and type, to locate it by; those that most records have first. */
	readonly frames: readonly FrameQuestion[];
	/** There are more, or some were not looked at. */
	readonly hasMore: boolean;
}
