import * as vscode from 'vscode';
import type { NoRevisions, NoTag, TagAnswer, Unmapped } from '../../core/revisions/results';
import { patternOfTag, shapesOfTags, tagsOfVersion } from '../../core/revisions/versionTags';
import type { SuspectSearch } from '../../core/suspects/suspects';
import type { EngineClient } from '../../engine/engineClient';
import { DisposableStore } from '../../shared/disposables';
import { RecentCache } from '../../shared/recentCache';
import { withoutIcons } from '../../vscode/escaping';
import { type Git, GitAccess, type GitRepository, gitResult } from '../../vscode/git';
import { showInformation, showProgress } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import type { Settings } from '../../vscode/settings';
import { describeNoTag } from '../../wording/revisionMessages';
import type { ChosenTags } from './chosenTags';
import { RepositoryTags, refOfTag } from './repositoryTags';
import type { AppVersion, FileAtTag, LinesNow, Revisions } from './revisions';

const maxCachedLength = 8_000_000;
/** Maximum size of a source file, in bytes. Larger files are ignored, because they are probably not source code. */
const maxSourceBytes = 4_000_000;
/** Start of a Git LFS pointer file, whose actual content is stored elsewhere. */
const lfsPointer = 'version https://git-lfs.github.com/spec/';

export class GitRevisions implements Revisions, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly tags = new Map<string, RepositoryTags>();
	/** Cached source code by content hash, because many tags contain the same files. */
	private readonly texts = new RecentCache<string, string>(maxCachedLength, { weightOf: ({ length }) => length });
	private readonly access = this.store.add(new GitAccess());
	private watched: Git | undefined;

	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly settings: Pick<Settings, 'versionTagsFor' | 'onDidChange'>,
		private readonly chosen: ChosenTags,
	) {
		this.store.add(this.access.onDidChange(() => this.changed.fire()));
		this.store.add(settings.onDidChange('appErrors.versionTags', () => this.changed.fire()));
	}

	async repositoryOf(
		file: vscode.Uri,
	): Promise<{ readonly git: Git; readonly repository: GitRepository } | NoRevisions> {
		if (file.scheme !== 'file') {
			return 'virtual';
		}
		const git = await this.access.find();
		if (typeof git === 'string') {
			return git;
		}
		this.watch(git);
		const repository = git.getRepository(file);
		return repository ? { git, repository } : 'noRepository';
	}

	async suspectSearch(folder: vscode.Uri, application: string): Promise<SuspectSearch | NoRevisions> {
		const git = folder.scheme === 'file' ? await this.access.find() : 'virtual';
		return typeof git === 'string'
			? git
			: { program: git.git.path, tagPatterns: this.patternsFor(folder, application) };
	}

	async allTags(file: vscode.Uri): Promise<readonly string[] | NoRevisions> {
		const found = await this.repositoryOf(file);
		if (typeof found === 'string') {
			return found;
		}
		try {
			return await this.tagsIn(found.repository).all();
		} catch {
			this.forget(found.repository);
			return 'failed';
		}
	}

	async tagOf(file: vscode.Uri, version: AppVersion): Promise<TagAnswer> {
		const all = await this.allTags(file);
		if (typeof all === 'string') {
			return { kind: 'unavailable', reason: all };
		}
		if (all.length === 0) {
			return { kind: 'noTags' };
		}
		const tags = tagsOfVersion(all, version, this.patternsFor(file, version.application));
		const [tag] = tags;
		if (tag === undefined) {
			return { kind: 'none', examples: shapesOfTags(all) };
		}
		return tags.length === 1 ? { kind: 'tag', tag } : { kind: 'several', tags };
	}

	async chooseTag(file: vscode.Uri, version: AppVersion): Promise<string | undefined> {
		const answer = await this.tagOf(file, version);
		if (answer.kind === 'tag') {
			return answer.tag;
		}
		if (answer.kind !== 'several') {
			const found = await this.repositoryOf(file);
			void notifyNoTag(answer, version, typeof found === 'string' ? undefined : found.repository);
			return undefined;
		}
		const picked = await pickOne({
			title: vscode.l10n.t('Tag for Version {0}', version.version),
			placeholder: vscode.l10n.t('The selected tag is used as a pattern for other versions'),
			items: answer.tags.map((tag) => ({ label: withoutIcons(tag), value: tag })),
		});
		if (picked.kind !== 'value') {
			return undefined;
		}
		const pattern = patternOfTag(picked.value, version);
		if (pattern !== undefined) {
			await this.chosen.remember(version.application, pattern);
			this.changed.fire();
		}
		return picked.value;
	}

	async mapLines(
		document: vscode.TextDocument,
		version: AppVersion,
		lines: readonly number[],
		signal?: AbortSignal,
	): Promise<LinesNow> {
		const answer = await this.tagOf(document.uri, version);
		if (answer.kind !== 'tag') {
			return { kind: 'unmapped', reason: answer };
		}
		const { tag } = answer;
		const unmapped = (kind: 'noFile' | 'noText' | 'tooUnlike'): { kind: 'unmapped'; reason: Unmapped } => ({
			kind: 'unmapped',
			reason: { kind, tag },
		});
		const there = await this.fileAt(document.uri, tag);
		if (!there) {
			return unmapped('noFile');
		}
		const before = await this.getText(there, tag);
		if (before === undefined) {
			return unmapped('noText');
		}
		const after = document.getText();
		const found = await this.engine.call('mapLines', { before, after, lines }, signal ? { signal } : {});
		return found ? { kind: 'mapped', tag, lines: found } : unmapped('tooUnlike');
	}

	async fileAt(file: vscode.Uri, tag: string): Promise<FileAtTag | undefined> {
		const found = await this.repositoryOf(file);
		if (typeof found === 'string') {
			return undefined;
		}
		const { git, repository } = found;
		const detailsOf = async (of: vscode.Uri): Promise<FileAtTag | undefined> => {
			try {
				const { object, size } = await this.tagsIn(repository).detailsAt(tag, of.fsPath);
				return { git, repository, file: of, object, size };
			} catch {
				return undefined;
			}
		};
		const there = await detailsOf(file);
		if (there) {
			return there;
		}
		const renamed = await this.tagsIn(repository)
			.renamedSince(tag)
			.catch(() => undefined);
		const original = renamed?.get(file.toString());
		return original && detailsOf(original);
	}

	dispose(): void {
		this.invalidateAll();
		this.store.dispose();
	}

	private patternsFor(file: vscode.Uri, application: string): readonly string[] {
		const chosen = this.chosen.patternOf(application);
		return [...(chosen === undefined ? [] : [chosen]), ...this.settings.versionTagsFor(file)];
	}

	private invalidateAll(): void {
		for (const tags of this.tags.values()) {
			tags.dispose();
		}
		this.tags.clear();
	}

	private async getText({ repository, file, object, size }: FileAtTag, tag: string): Promise<string | undefined> {
		const known = this.texts.get(object);
		if (known !== undefined || size > maxSourceBytes) {
			return known;
		}
		try {
			const text = await gitResult(repository.show(refOfTag(tag), file.fsPath));
			if (text.includes('\0') || text.startsWith(lfsPointer)) {
				return undefined;
			}
			this.texts.set(object, text);
			return text;
		} catch {
			return undefined;
		}
	}

	private tagsIn(repository: GitRepository): RepositoryTags {
		const root = repository.rootUri.toString();
		const known = this.tags.get(root);
		if (known) {
			return known;
		}
		const tags = new RepositoryTags(repository);
		tags.onDidChange(() => this.changed.fire());
		this.tags.set(root, tags);
		return tags;
	}

	private forget({ rootUri }: GitRepository): void {
		this.tags.get(rootUri.toString())?.dispose();
		this.tags.delete(rootUri.toString());
	}

	private watch(git: Git): void {
		if (this.watched !== git) {
			this.watched = git;
			this.invalidateAll();
			this.store.add(git.onDidOpenRepository(() => this.changed.fire()));
			this.store.add(
				git.onDidCloseRepository((repository) => {
					this.forget(repository);
					this.changed.fire();
				}),
			);
		}
	}
}

async function notifyNoTag(
	answer: NoTag,
	{ version }: AppVersion,
	repository: GitRepository | undefined,
): Promise<void> {
	const remote = repository?.state.remotes[0]?.name;
	const setPattern = vscode.l10n.t('Set Tag Pattern');
	const fetchTags = vscode.l10n.t('Fetch Tags');
	// Suggests fetching tags, because the version's tag may exist only in the remote repository.
	const mayBeThere = (answer.kind === 'none' || answer.kind === 'noTags') && repository && remote !== undefined;
	const pressed = await showInformation(
		describeNoTag(answer, version),
		...(answer.kind === 'none' ? [setPattern] : []),
		...(mayBeThere ? [fetchTags] : []),
	);
	if (pressed === setPattern) {
		await vscode.commands.executeCommand('workbench.action.openSettings', 'appErrors.versionTags');
	} else if (mayBeThere && pressed === fetchTags) {
		await showProgress({ title: vscode.l10n.t('Fetching tags from {0}…', remote) }, () =>
			repository.fetch(remote, 'refs/tags/*:refs/tags/*'),
		);
	}
}
