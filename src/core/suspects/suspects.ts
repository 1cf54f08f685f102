import type { OwnLine } from '../report/newestThrownFrom';
import type { NoTag } from '../revisions/results';

/** Possible relations between a commit and a group's stack trace, closest relation first. */
export const touchKinds = ['function', 'caller', 'file'] as const;
/** `function` is the innermost function in the user's code. `caller` is any other function in the user's code. */
export type TouchKind = (typeof touchKinds)[number];

interface TouchedFile {
	/** Current path, relative to the repository. */
	readonly path: string;
	/** Owners according to the `CODEOWNERS` file in the working tree. */
	readonly owners: readonly string[];
}

/**
 * Commit that changed the code in a group's stack trace. It isn't necessarily the cause of the error. All of its
 * strings are untrusted.
 */
export interface SuspectCommit {
	readonly hash: string;
	readonly subject: string;
	readonly author: string;
	/** Unix time in seconds. */
	readonly authoredAt: number;
	readonly touched: TouchKind;
	/** True if the commit only changed white space in the files or renamed them. */
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

/**
 * Versions to search between. `good` contains the versions that may be the last one without the group, newest first.
 * `bad` contains the versions that may be the first one with the group, oldest first.
 */
export interface VersionsAround {
	readonly good: readonly string[];
	readonly bad: readonly string[];
}

export type NoVersionsAround =
	/** The records have no versions. */
	| 'noVersions'
	/** The records contain no earlier version without the group. */
	| 'noGoodVersion'
	/** The group's share of the records didn't increase in any version. */
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
			/** Suspect commits, most likely first. */
			readonly commits: readonly SuspectCommit[];
			/** Number of suspect commits, including those that `commits` omits. */
			readonly total: number;
	  }
	| { readonly kind: 'inconclusive'; readonly reason: SuspectReason };

/** Options for finding suspect commits with Git. */
export interface SuspectSearch {
	/** Tag patterns that the user has configured. */
	readonly tagPatterns: readonly string[];
	/** Path of Git. By default, Git is searched for in `PATH`. */
	readonly program?: string | undefined;
}

export interface SuspectQuestion extends SuspectSearch {
	/** Lines of the stack trace that are in the user's code, innermost first. */
	readonly lines: readonly OwnLine[];
	readonly versions: VersionsAround;
}
