import * as vscode from 'vscode';
import { withinMs } from '../core/common/withinMs';
import type { NoRevisions } from '../core/revisions/results';
import { DisposableOwner } from '../shared/disposables';

/** The part of the built-in Git extension's API that App Errors uses (`extensions/git/src/api/git.d.ts`). */
interface GitExtension {
	readonly enabled: boolean;
	readonly onDidChangeEnablement: vscode.Event<boolean>;
	/** @throws if Git is disabled in the settings or not installed */
	getAPI(version: 1): Git;
}

export interface Git {
	readonly state: 'uninitialized' | 'initialized';
	readonly onDidChangeState: vscode.Event<unknown>;
	readonly onDidOpenRepository: vscode.Event<GitRepository>;
	readonly onDidCloseRepository: vscode.Event<GitRepository>;
	getRepository(file: vscode.Uri): GitRepository | null;
	toGitUri(file: vscode.Uri, revision: string): vscode.Uri;
	readonly git: { readonly path: string };
}

export interface GitRepository {
	readonly rootUri: vscode.Uri;
	readonly state: {
		readonly onDidChange: vscode.Event<void>;
		readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string | undefined }[];
		/** Commit that is checked out. Undefined in a repository without commits. */
		readonly HEAD?: { readonly commit?: string } | undefined;
	};
	getRefs(query: {
		pattern: string;
		sort: 'committerdate';
	}): Promise<readonly { readonly name?: string; readonly commit?: string }[]>;
	/** @throws if the file doesn't exist at the revision */
	getObjectDetails(revision: string, path: string): Promise<GitObject>;
	show(revision: string, path: string): Promise<string>;
	/** Returns the changes from the merge base of both revisions to `to`. */
	diffBetween(from: string, to: string): Promise<readonly GitChange[]>;
	/** Returns all commits in the range, however many there are. */
	log(query: { range: string; path: string }): Promise<readonly GitCommit[]>;
	getCommit(reference: string): Promise<GitCommit>;
	fetch(remote: string, ref: string): Promise<void>;
	/** Returns a value from the repository's own configuration file. */
	getConfig(key: string): Promise<string>;
	getGlobalConfig(key: string): Promise<string>;
}

export interface GitObject {
	readonly object: string;
	readonly size: number;
}

interface GitChange {
	readonly originalUri: vscode.Uri;
	readonly renameUri: vscode.Uri | undefined;
}

export interface GitCommit {
	readonly hash: string;
	readonly message: string;
	readonly parents: readonly string[];
	readonly authorName?: string;
	readonly authorDate?: Date;
}

/** Maximum time in milliseconds to wait until the Git extension has found repositories after startup. */
const maxStartMs = 20_000;

/** Maximum time in milliseconds to wait for a result. A Git process may hang, for example on a network drive. */
const maxResultMs = 30_000;

/**
 * Returns the result of a call to the Git extension.
 * @throws if Git fails or doesn't respond in time
 */
export async function gitResult<T>(wanted: Promise<T>, ms = maxResultMs): Promise<T> {
	const found = await withinMs(
		wanted.then((value) => ({ value })),
		ms,
	);
	if (!found) {
		throw new Error('Git did not respond in time');
	}
	return found.value;
}

export class GitAccess extends DisposableOwner {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private watched = false;
	/** API of the Git extension. It is cached, because `getAPI` creates a new object with its own listeners each time. */
	private git: Git | undefined;
	/** True if the Git extension found its repositories in time. Cached, so that only the first query waits. */
	private searched: Promise<boolean> | undefined;

	async find(): Promise<Git | NoRevisions> {
		if (!vscode.workspace.isTrusted) {
			return 'untrusted';
		}
		const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
		if (!extension) {
			return 'absent';
		}
		try {
			const exported = await gitResult(Promise.resolve(extension.activate()));
			if (!this.watched) {
				this.watched = true;
				this.owned.add(
					exported.onDidChangeEnablement(() => {
						this.git = undefined;
						this.searched = undefined;
						this.changed.fire();
					}),
				);
			}
			// If the user disables Git, the Git extension stays active and only closes its repositories.
			const isOn = vscode.workspace.getConfiguration('git').get('enabled') !== false;
			if (!isOn || !exported.enabled) {
				return 'disabled';
			}
			this.git ??= this.watch(exported.getAPI(1));
			const { git } = this;
			this.searched ??= hasLooked(git);
			return git.state === 'initialized' || (await this.searched) ? git : 'starting';
		} catch {
			// The log of the Git extension contains the cause, such as a missing Git installation.
			return 'disabled';
		}
	}

	private watch(git: Git): Git {
		this.owned.add(git.onDidChangeState(() => this.changed.fire()));
		return git;
	}
}

async function hasLooked(git: Git): Promise<boolean> {
	if (git.state === 'initialized') {
		return true;
	}
	return new Promise((resolve) => {
		const finish = () => {
			clearTimeout(timer);
			listening.dispose();
			resolve(git.state === 'initialized');
		};
		const timer = setTimeout(finish, maxStartMs);
		const listening = git.onDidChangeState(finish);
	});
}
