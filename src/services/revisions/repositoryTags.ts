import * as vscode from 'vscode';
import { DisposableStore } from '../../shared/disposables';
import type { GitRepository } from '../../vscode/git';

/** The repository says that it changed whenever a file is saved: its tags are read again only so much later (milliseconds). */
const rereadAfterMs = 2_000;

/** What is known of the tags of a repository until they are others. */
export class RepositoryTags implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private names: Promise<readonly string[]> | undefined;
	private readonly renames = new Map<string, Promise<ReadonlyMap<string, vscode.Uri>>>();
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(readonly repository: GitRepository) {
		this.store.add(repository.state.onDidChange(() => this.lookLater()));
	}

	/** The newest first. */
	all(): Promise<readonly string[]> {
		this.names ??= this.read();
		return this.names;
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

	private async read(): Promise<readonly string[]> {
		const refs = await this.repository.getRefs({ pattern: 'refs/tags', sort: 'committerdate' });
		return refs.flatMap(({ name }) => name ?? []);
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
		if (this.names) {
			const before = await this.names.catch(() => undefined);
			const now = await this.read();
			this.names = Promise.resolve(now);
			if (before?.join('\n') !== now.join('\n')) {
				this.changed.fire();
			}
		}
	}
}

/** A branch may have the name of a tag. */
export function refOfTag(tag: string): string {
	return `refs/tags/${tag}`;
}
