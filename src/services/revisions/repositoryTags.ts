import * as vscode from 'vscode';
import { DisposableStore } from '../../shared/disposables';
import { RecentCache } from '../../shared/recentCache';
import { type GitObject, type GitRepository, gitResult } from '../../vscode/git';

/** Delay in milliseconds before tags are read again. It combines change events, which are fired for each saved file. */
const rereadAfterMs = 2_000;
const cachedDetails = 2_000;

interface Tag {
	readonly name: string;
	/** Commit that the tag refers to. A tag can be moved to another commit. */
	readonly commit: string;
}

export class RepositoryTags implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private tags: Promise<readonly Tag[]> | undefined;
	/** Details of files at tags. They are cached, because they rarely change and reading them starts a process. */
	private readonly details = new RecentCache<string, GitObject>(cachedDetails);
	private readonly renames = new Map<string, Promise<ReadonlyMap<string, vscode.Uri>>>();
	/** Commit that was checked out when the cached renames were read. The cache is cleared when HEAD changes. */
	private renamesHead: string | undefined;
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(readonly repository: GitRepository) {
		this.store.add(repository.state.onDidChange(() => this.rereadLater()));
	}

	async all(): Promise<readonly string[]> {
		this.tags ??= this.read();
		return (await this.tags).map(({ name }) => name);
	}

	/**
	 * Returns the details of a file at a tag.
	 * @throws if the file did not exist at the tag
	 */
	async detailsAt(tag: string, path: string): Promise<GitObject> {
		const key = `${tag} ${path}`;
		const known = this.details.get(key) ?? (await gitResult(this.repository.getObjectDetails(refOfTag(tag), path)));
		this.details.set(key, known);
		return known;
	}

	/** Returns the earlier paths of files that were renamed since a tag, by their current URI. */
	renamedSince(tag: string): Promise<ReadonlyMap<string, vscode.Uri>> {
		if (this.renames.size === 0) {
			this.renamesHead = this.repository.state.HEAD?.commit;
		}
		const known = this.renames.get(tag) ?? this.readRenames(tag);
		this.renames.set(tag, known);
		known.catch(() => this.renames.delete(tag));
		return known;
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.store.dispose();
	}

	private async read(): Promise<readonly Tag[]> {
		const refs = await gitResult(this.repository.getRefs({ pattern: 'refs/tags', sort: 'committerdate' }));
		return refs.flatMap(({ name, commit = '' }) => (name === undefined ? [] : [{ name, commit }]));
	}

	private async readRenames(tag: string): Promise<ReadonlyMap<string, vscode.Uri>> {
		const changes = await gitResult(this.repository.diffBetween(refOfTag(tag), 'HEAD'));
		return new Map(
			changes.flatMap(({ originalUri, renameUri }) =>
				renameUri && renameUri.toString() !== originalUri.toString() ? [[renameUri.toString(), originalUri]] : [],
			),
		);
	}

	private rereadLater(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.reread().catch(() => undefined);
		}, rereadAfterMs);
	}

	private async reread(): Promise<void> {
		if (this.invalidateRenames()) {
			this.changed.fire();
		}
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

	private invalidateRenames(): boolean {
		const isOutdated = this.renames.size > 0 && this.repository.state.HEAD?.commit !== this.renamesHead;
		if (isOutdated) {
			this.renames.clear();
		}
		return isOutdated;
	}
}

/** Returns the full reference name of a tag, because a branch may have the same short name. */
export function refOfTag(tag: string): string {
	return `refs/tags/${tag}`;
}
