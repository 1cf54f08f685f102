import type { OwnLine } from '../report/newestThrownFrom';
import type { NoTag } from '../revisions/results';

/** How closely a commit relates to the stack trace of a group, closest first. */
export const touchKinds = ['function', 'caller', 'file'] as const;
/** `function`: the own function that is innermost in the stack trace. `caller`: another own function in it. */
export type TouchKind = (typeof touchKinds)[number];

interface TouchedFile {
	/** Current path, relative to the repository. */
	readonly path: string;
	/** Owners according to the `CODEOWNERS` file of the working tree. */
	readonly owners: readonly string[];
}

/** Commit that touched the code of a group's stack trace, but didn't necessarily cause the error. All texts are untrusted. */
export interface SuspectCommit {
	readonly hash: string;
	readonly subject: string;
	readonly author: string;
	/** Unix time in seconds. */
	readonly authoredAt: number;
	readonly touched: TouchKind;
	/** Whether the commit changed only white space in these files, or only renamed them. */
	readonly onlyFormatting: boolean;
	readonly files: readonly TouchedFile[];
}

export function ownersOfFiles(files: readonly TouchedFile[]): readonly string[] {
	return [...new Set(files.flatMap(({ owners }) => owners))];
}

export interface TaggedVersion {
	readonly version: string;
	readonly tag: string;
}

/** Versions to search between: candidates for the last good version, newest first, and the first bad one, oldest first. */
export interface VersionsAround {
	readonly good: readonly string[];
	readonly bad: readonly string[];
}

export type NoVersionsAround =
	/** The records have no versions. */
	| 'noVersions'
	/** The records contain no earlier version without the group. */
	| 'noGoodVersion'
	/** The group's share of the records didn't increase with a version. */
	| 'noRise';

export type SuspectReason =
	| { readonly kind: NoVersionsAround | 'noOwnCode' | 'noGit' | 'noRepository' | 'shallow' | 'gitFailed' }
	| { readonly kind: 'sameTag'; readonly tag: string }
	| { readonly kind: 'noTag'; readonly version: string; readonly answer: NoTag };

export type Suspects =
	| {
			readonly kind: 'found';
			/** Absolute path of the repository. */
			readonly root: string;
			readonly good: TaggedVersion;
			readonly bad: TaggedVersion;
			/** Most likely first. */
			readonly commits: readonly SuspectCommit[];
			/** Number of commits, including those that are left out of `commits`. */
			readonly total: number;
	  }
	| { readonly kind: 'inconclusive'; readonly reason: SuspectReason };

/** How Git is used to find suspects. */
export interface SuspectSearch {
	/** Tag patterns of the user. */
	readonly tagPatterns: readonly string[];
	/** Path of the Git program. By default, it is searched in `PATH`. */
	readonly program?: string | undefined;
}

export interface SuspectQuestion extends SuspectSearch {
	/** Own lines of the stack trace, innermost first. */
	readonly lines: readonly OwnLine[];
	readonly versions: VersionsAround;
}
