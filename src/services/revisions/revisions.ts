import type { Event, TextDocument, Uri } from 'vscode';
import type { LineNow } from '../../core/lines/lineNow';
import type { NoRevisions, TagAnswer, Unmapped } from '../../core/revisions/answers';
import type { VersionText } from '../../core/revisions/versionTags';
import type { Git, GitRepository } from '../../vscode/git';

/** A version of an application. */
export interface AppVersion extends VersionText {
	/** Its ID; '' where it is not known. */
	readonly application: string;
}

export type LinesNow =
	| { readonly kind: 'mapped'; readonly tag: string; readonly lines: readonly LineNow[] }
	| { readonly kind: 'unmapped'; readonly reason: Unmapped };

/** A line of a file as a version had it. */
export interface VersionPlace {
	readonly file: Uri;
	readonly version: AppVersion;
	/** Of the version's text, base 1. */
	readonly line1?: number | undefined;
}

/** Files that two versions have, the earlier one first. */
export interface VersionsOfFiles {
	readonly files: readonly Uri[];
	readonly before: AppVersion;
	readonly after: AppVersion;
}

/** Files that errors of a group were thrown from or passed through, and versions that a person chooses from. */
export interface FilesOfGroup {
	readonly files: readonly Uri[];
	/** ID of the application; '' where it is not known. */
	readonly application: string;
	/** Of all records, the oldest first. */
	readonly versions: readonly string[];
	/** The first and the last version with the group; undefined where its records tell none. */
	readonly first: string | undefined;
	readonly last: string | undefined;
}

/** A file as it was at a tag. */
export interface FileAtTag {
	readonly git: Git;
	readonly repository: GitRepository;
	/** As it was called there. */
	readonly file: Uri;
	/** Hash of its content. */
	readonly object: string;
	readonly size: number;
}

/** The code as it was in the builds that records are of, as tags of the file's repository tell it. */
export interface Revisions {
	/** Tags or repositories may be others now. */
	readonly onDidChange: Event<void>;

	/** The tag of a version for a file; asks nobody. */
	tagOf(file: Uri, version: AppVersion): Promise<TagAnswer>;

	/** As `tagOf`; where there are several, a person is asked once for each application, and told why there is none. */
	chooseTag(file: Uri, version: AppVersion): Promise<string | undefined>;

	/**
	 * Lines of the build's text (base 1) in the text that is on screen now, unsaved changes included.
	 * @throws AppError `cancelled`
	 */
	mapLines(
		document: TextDocument,
		version: AppVersion,
		lines: readonly number[],
		signal?: AbortSignal,
	): Promise<LinesNow>;

	/** All tags of the file's repository, the newest first. */
	allTags(file: Uri): Promise<readonly string[] | NoRevisions>;

	/** Undefined where it was not there, under this name or an earlier one. */
	fileAt(file: Uri, tag: string): Promise<FileAtTag | undefined>;

	/** The repository of a file. */
	repositoryOf(file: Uri): Promise<{ readonly git: Git; readonly repository: GitRepository } | NoRevisions>;
}
