import * as vscode from 'vscode';
import type { NoRevisions } from '../core/revisions/answers';
import { DisposableStore } from '../shared/disposables';

/** What is needed of the editor's own extension for git (`extensions/git/src/api/git.d.ts`). */
interface GitExtension {
	readonly enabled: boolean;
	readonly onDidChangeEnablement: vscode.Event<boolean>;
	/** @throws when git is turned off in the settings, or not installed */
	getAPI(version: 1): Git;
}

export interface Git {
	readonly state: 'uninitialized' | 'initialized';
	readonly onDidChangeState: vscode.Event<unknown>;
	readonly onDidOpenRepository: vscode.Event<GitRepository>;
	readonly onDidCloseRepository: vscode.Event<GitRepository>;
	/** The innermost one that has the file. */
	getRepository(file: vscode.Uri): GitRepository | null;
	/** Address of a file's text at a revision. */
	toGitUri(file: vscode.Uri, revision: string): vscode.Uri;
}

export interface GitRepository {
	readonly rootUri: vscode.Uri;
	readonly state: {
		readonly onDidChange: vscode.Event<void>;
		readonly remotes: readonly { readonly name: string }[];
	};
	getRefs(query: {
		pattern: string;
		sort: 'committerdate';
	}): Promise<readonly { readonly name?: string; readonly commit?: string }[]>;
	/** @throws where the revision has no such file */
	getObjectDetails(revision: string, path: string): Promise<GitObject>;
	show(revision: string, path: string): Promise<string>;
	/** From where the two parted to `to`: not what the revisions differ in. */
	diffBetween(from: string, to: string): Promise<readonly GitChange[]>;
	/** All of the range, whatever is said about their number. */
	log(query: { range: string; path: string }): Promise<readonly GitCommit[]>;
	fetch(remote: string, ref: string): Promise<void>;
}

/** Content of a file, by its hash. */
export interface GitObject {
	readonly object: string;
	/** Bytes. */
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

/** How long the extension may look for repositories after the editor was started (milliseconds). */
const maxStartMs = 20_000;

/** The editor's own extension for git, woken when it is first asked for. */
export class GitAccess implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private watched = false;
	/** Each call for it makes another one, with listeners of its own. */
	private git: Git | undefined;

	/** Once it has looked for repositories. */
	async find(): Promise<Git | NoRevisions> {
		if (!vscode.workspace.isTrusted) {
			return 'untrusted';
		}
		const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
		if (!extension) {
			return 'absent';
		}
		try {
			const exported = await extension.activate();
			if (!this.watched) {
				this.watched = true;
				this.store.add(exported.onDidChangeEnablement(() => (this.git = undefined)));
			}
			// Turned off while it runs, the extension only closes its repositories.
			const isOn = vscode.workspace.getConfiguration('git').get('enabled') !== false;
			if (!isOn || !exported.enabled) {
				return 'disabled';
			}
			this.git ??= exported.getAPI(1);
			return (await hasLooked(this.git)) ? this.git : 'starting';
		} catch {
			// No git on this machine, say: its own log tells more.
			return 'disabled';
		}
	}

	dispose(): void {
		this.store.dispose();
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
