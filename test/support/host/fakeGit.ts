import * as vscode from 'vscode';
import type { Git, GitCommit, GitRepository } from '../../../src/vscode/git';

const refPrefix = 'refs/tags/';

export class FakeRepository implements GitRepository {
	readonly rootUri: vscode.Uri;
	readonly changed = new vscode.EventEmitter<void>();
	readonly state = { onDidChange: this.changed.event, remotes: [{ name: 'origin' }] };
	readonly calls: string[] = [];
	/** Contents of files by path in the repository, for each tag. The newest tag comes first. */
	readonly tags = new Map<string, Readonly<Record<string, string>>>();
	renames: Readonly<Record<string, string>> = {};
	commits: readonly GitCommit[] = [];
	configuration: Readonly<Record<string, string>> = {};
	failure: Error | undefined;

	constructor(folder: string) {
		this.rootUri = vscode.Uri.file(folder);
	}

	uri(name: string): vscode.Uri {
		return vscode.Uri.joinPath(this.rootUri, name);
	}

	async getRefs({ pattern, sort }: Parameters<GitRepository['getRefs']>[0]) {
		this.asked(`refs ${pattern} ${sort}`);
		return [...this.tags.keys()].map((name) => ({ name, commit: JSON.stringify(this.tags.get(name)) }));
	}

	async getObjectDetails(revision: string, path: string) {
		this.asked(`details ${revision} ${this.getName(path)}`);
		const text = this.textAt(revision, path);
		return { object: text, size: Buffer.byteLength(text) };
	}

	async show(revision: string, path: string): Promise<string> {
		this.asked(`show ${revision} ${this.getName(path)}`);
		return this.textAt(revision, path);
	}

	async diffBetween(...revisions: readonly string[]) {
		this.asked(`diff ${revisions.join(' ')}`);
		return Object.entries(this.renames).map(([before, now]) => ({
			originalUri: this.uri(before),
			renameUri: this.uri(now),
		}));
	}

	async log({ range, path }: Parameters<GitRepository['log']>[0]): Promise<readonly GitCommit[]> {
		this.asked(`log ${range} ${this.getName(path)}`);
		return this.commits;
	}

	async getCommit(reference: string): Promise<GitCommit> {
		this.asked(`commit ${reference}`);
		return this.commits.find(({ hash }) => hash === reference) ?? Promise.reject(new Error('no such commit'));
	}

	async fetch(remote: string, ref: string): Promise<void> {
		this.asked(`fetch ${remote} ${ref}`);
	}

	async getConfig(key: string): Promise<string> {
		return this.configuration[key] ?? '';
	}

	async getGlobalConfig(key: string): Promise<string> {
		return this.configuration[`global ${key}`] ?? '';
	}

	of(kind: string): readonly string[] {
		return this.calls.filter((call) => call.startsWith(`${kind} `));
	}

	private asked(call: string): void {
		this.calls.push(call);
		const { failure } = this;
		this.failure = undefined;
		if (failure) {
			throw failure;
		}
	}

	private getName(path: string): string {
		return vscode.Uri.file(path).path.slice(this.rootUri.path.length + 1);
	}

	private textAt(revision: string, path: string): string {
		const files = revision.startsWith(refPrefix) ? this.tags.get(revision.slice(refPrefix.length)) : undefined;
		const text = files?.[this.getName(path)];
		if (text === undefined) {
			throw new Error('no such file');
		}
		return text;
	}
}

export class FakeGit implements Git {
	state: Git['state'] = 'initialized';
	failure: Error | undefined;
	enabled = true;
	readonly git = { path: 'git' };
	readonly repositories: FakeRepository[] = [];
	private readonly opened = new vscode.EventEmitter<GitRepository>();
	private readonly closed = new vscode.EventEmitter<GitRepository>();
	private readonly stateChanged = new vscode.EventEmitter<unknown>();
	private readonly enablementChanged = new vscode.EventEmitter<boolean>();
	readonly onDidOpenRepository = this.opened.event;
	readonly onDidCloseRepository = this.closed.event;
	readonly onDidChangeState = this.stateChanged.event;
	readonly onDidChangeEnablement = this.enablementChanged.event;

	readonly extension = { activate: async () => this };

	getAPI(): Git {
		if (this.failure) {
			throw this.failure;
		}
		return this;
	}

	getRepository({ path }: vscode.Uri): FakeRepository | null {
		const holding = this.repositories.filter(({ rootUri }) => path.startsWith(`${rootUri.path}/`));
		return holding.sort((one, other) => other.rootUri.path.length - one.rootUri.path.length)[0] ?? null;
	}

	toGitUri(file: vscode.Uri, revision: string): vscode.Uri {
		return file.with({ scheme: 'git', query: revision });
	}

	open(repository: FakeRepository): void {
		this.repositories.push(repository);
		this.opened.fire(repository);
	}

	close(repository: FakeRepository): void {
		this.repositories.splice(this.repositories.indexOf(repository), 1);
		this.closed.fire(repository);
	}

	initialize(): void {
		this.state = 'initialized';
		this.stateChanged.fire(this.state);
	}
}
