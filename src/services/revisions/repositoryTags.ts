import * as vscode from 'vscode';
import { DisposableStore } from '../../shared/disposables';
import { RecentCache } from '../../shared/recentCache';
import type { GitObject, GitRepository } from '../../vscode/git';

/** The repository says that it changed whenever a file is saved: its tags are read again only so much later (milliseconds). */
const rereadAfterMs = 2_000;
/** Files at tags whose content is known by its hash. */
const keptDetails = 2_000;

interface Tag {
	readonly name: string;
	/** Hash of what it names: it may be moved. */
	readonly commit: string;
}

/** What is known of the tags of a repository until they are others. */
export class RepositoryTags implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private tags: Promise<readonly Tag[]> | undefined;
	/** What a file is at a tag stays as long as the tag does, and asking starts a program. */
	private readonly details = new RecentCache<string, GitObject>(keptDetails);
	private readonly renames = new Map<string, Promise<ReadonlyMap<string, vscode.Uri>>>();
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(readonly repository: GitRepository) {
		this.store.add(repository.state.onDidChange(() => this.lookLater()));
	}

	/** The newest first. */
	async all(): Promise<readonly string[]> {
		this.tags ??= this.read();
		return (await this.tags).map(({ name }) => name);
	}

	/**
	 * What a file was at a tag.
	 * @throws where it was not there
	 */
	async detailsAt(tag: string, path: string): Promise<GitObject> {
		const key = `${tag} ${path}`;
		const known = this.details.get(key) ?? (await this.repository.getObjectDetails(refOfTag(tag), path));
		this.details.set(key, known);
		return known;
	}

	/** What files of now were called at a tag, by the address that they have now. */
	renamedSince(tag: string): Promise<ReadonlyMap<string, vscode.Uri>> {
		const known = this.renames.get(tag) ?? this.readRenames(tag);
		this.renames.set(tag, known);
		return known;
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.store.dispose();
	}

	private async read(): Promise<readonly Tag[]> {
		const refs = await this.repository.getRefs({ pattern: 'refs/tags', sort: 'committerdate' });
		return refs.flatMap(({ name, commit = '' }) => (name === undefined ? [] : [{ name, commit }]));
	}

	private async readRenames(tag: string): Promise<ReadonlyMap<string, vscode.Uri>> {
		const changes = await this.repository.diffBetween(refOfTag(tag), 'HEAD');
		return new Map(
			changes.flatMap(({ originalUri, renameUri }) =>
				renameUri && renameUri.toString() !== originalUri.toString() ? [[renameUri.toString(), originalUri]] : [],
			),
		);
	}

	private lookLater(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.look().catch(() => undefined);
		}, rereadAfterMs);
	}

	private async look(): Promise<void> {
		// A commit may have renamed files.
		this.renames.clear();
		if (this.tags) {
			const before = await this.tags.catch(() => undefined);
			const now = await this.read();
			this.tags = Promise.resolve(now);
			if (JSON.stringify(before) !== JSON.stringify(now)) {
				this.details.clear();
				this.changed.fire();
			}
		}
	}
}

/** A branch may have the name of a tag. */
export function refOfTag(tag: string): string {
	return `refs/tags/${tag}`;
}
