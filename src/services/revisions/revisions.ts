import type { Event, TextDocument, Uri } from 'vscode';
import type { LineNow } from '../../core/lines/lineNow';
import type { TraceOrigin } from '../../core/mappings/mappingSearch';
import type { NoRevisions, TagAnswer, Unmapped } from '../../core/revisions/results';
import type { VersionText } from '../../core/revisions/versionTags';
import type { SuspectSearch } from '../../core/suspects/suspects';
import type { Git, GitRepository } from '../../vscode/git';

export interface AppVersion extends VersionText {
	/** Application ID; empty if unknown. */
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

/** Files and the two versions to compare. The earlier version comes first. */
export interface VersionsOfFiles {
	readonly files: readonly Uri[];
	readonly before: AppVersion;
	readonly after: AppVersion;
}

export interface CommitOfFiles {
	readonly hash: string;
	/** Files that all belong to one repository. */
	readonly files: readonly Uri[];
}

export interface FilesOfGroup {
	readonly files: readonly Uri[];
	/** Application ID; empty if unknown. */
	readonly application: string;
	readonly versions: readonly string[];
	/** First and last version in which the group occurs. Undefined if its records contain no version. */
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

/**
 * Provides the source code of the builds in which errors occurred. Tags in the file's repository identify the builds.
 */
export interface Revisions {
	readonly onDidChange: Event<void>;

	tagOf(file: Uri, version: AppVersion): Promise<TagAnswer>;

	/** Like `tagOf`, but lets the user choose if several tags match, and shows an explanation if no tag matches. */
	chooseTag(file: Uri, version: AppVersion): Promise<string | undefined>;

	/**
	 * Maps lines in a build's source (1-based) to the current text, including unsaved changes.
	 * @throws AppError `cancelled`
	 */
	mapLines(
		document: TextDocument,
		version: AppVersion,
		lines: readonly number[],
		signal?: AbortSignal,
	): Promise<LinesNow>;

	allTags(file: Uri): Promise<readonly string[] | NoRevisions>;

	/**
	 * Finds a file at a tag, under its current or an earlier name. Returns undefined if the file didn't exist at the tag.
	 */
	fileAt(file: Uri, tag: string): Promise<FileAtTag | undefined>;

	/** Returns Git's parameters for searching the commits that changed an application's code. */
	suspectSearch(folder: Uri, application: string): Promise<SuspectSearch | NoRevisions>;

	repositoryOf(file: Uri): Promise<{ readonly git: Git; readonly repository: GitRepository } | NoRevisions>;
}

export function getVersion({ application, version, build }: TraceOrigin): AppVersion | undefined {
	return version === undefined ? undefined : { application: application.at(-1) ?? '', version, build };
}
