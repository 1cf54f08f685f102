import type { Event, TextDocument, Uri } from 'vscode';
import type { LineNow } from '../../core/lines/lineNow';
import type { TraceOrigin } from '../../core/mappings/mappingSearch';
import type { NoRevisions, TagAnswer, Unmapped } from '../../core/revisions/results';
import type { VersionText } from '../../core/revisions/versionTags';
import type { SuspectSearch } from '../../core/suspects/suspects';
import type { Git, GitRepository } from '../../vscode/git';

export interface AppVersion extends VersionText {
	/** Application ID. Empty if unknown. */
	readonly application: string;
}

export type LinesNow =
	| { readonly kind: 'mapped'; readonly tag: string; readonly lines: readonly LineNow[] }
	| { readonly kind: 'unmapped'; readonly reason: Unmapped };

export interface VersionPlace {
	readonly file: Uri;
	readonly version: AppVersion;
	/** Line number in this version of the file (1-based). */
	readonly line1?: number | undefined;
}

/** Files and the two versions to compare. The earlier version is `before`. */
export interface VersionsOfFiles {
	readonly files: readonly Uri[];
	readonly before: AppVersion;
	readonly after: AppVersion;
}

export interface CommitOfFiles {
	readonly hash: string;
	/** Files in the same repository. */
	readonly files: readonly Uri[];
}

export interface FilesOfGroup {
	readonly files: readonly Uri[];
	/** Application ID. Empty if unknown. */
	readonly application: string;
	readonly versions: readonly string[];
	/** First and last version with records of the group. Undefined if these records contain no version. */
	readonly first: string | undefined;
	readonly last: string | undefined;
}

export interface FileAtTag {
	readonly git: Git;
	readonly repository: GitRepository;
	readonly file: Uri;
	readonly object: string;
	readonly size: number;
}

/** Source code of the builds in which errors occurred. Tags in the repository of a file identify the builds. */
export interface Revisions {
	readonly onDidChange: Event<void>;

	tagOf(file: Uri, version: AppVersion): Promise<TagAnswer>;

	/** Like `tagOf`, but prompts the user if several tags match, and explains if no tag matches. */
	chooseTag(file: Uri, version: AppVersion): Promise<string | undefined>;

	/**
	 * Converts lines in a build's source (1-based) to lines in the current text, including unsaved changes.
	 * @throws AppError `cancelled`
	 */
	mapLines(
		document: TextDocument,
		version: AppVersion,
		lines: readonly number[],
		signal?: AbortSignal,
	): Promise<LinesNow>;

	allTags(file: Uri): Promise<readonly string[] | NoRevisions>;

	/** Finds a file at a tag by its current or an earlier name. Returns undefined if the file did not exist. */
	fileAt(file: Uri, tag: string): Promise<FileAtTag | undefined>;

	/** Returns Git parameters for finding the commits that changed an application's code. */
	suspectSearch(folder: Uri, application: string): Promise<SuspectSearch | NoRevisions>;

	repositoryOf(file: Uri): Promise<{ readonly git: Git; readonly repository: GitRepository } | NoRevisions>;
}

export function getVersion({ application, version, build }: TraceOrigin): AppVersion | undefined {
	return version === undefined ? undefined : { application: application.at(-1) ?? '', version, build };
}
