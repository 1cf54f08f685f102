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
	/** Line in the text of the version (1-based). */
	readonly line1?: number | undefined;
}

/** Files and two versions to compare, the earlier one first. */
export interface VersionsOfFiles {
	readonly files: readonly Uri[];
	readonly before: AppVersion;
	readonly after: AppVersion;
}

export interface CommitOfFiles {
	readonly hash: string;
	/** Files of one repository. */
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

/** Source code of the builds that records come from. Builds are identified by tags in the file's repository. */
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

	/** Finds a file at a tag, under its current or an earlier name. Undefined if it didn't exist at the tag. */
	fileAt(file: Uri, tag: string): Promise<FileAtTag | undefined>;

	/** How the Git program searches for the commits that touched the code of an application. */
	suspectSearch(folder: Uri, application: string): Promise<SuspectSearch | NoRevisions>;

	repositoryOf(file: Uri): Promise<{ readonly git: Git; readonly repository: GitRepository } | NoRevisions>;
}

export function getVersion({ application, version, build }: TraceOrigin): AppVersion | undefined {
	return version === undefined ? undefined : { application: application.at(-1) ?? '', version, build };
}
