import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';

const environment = {
	...process.env,
	GIT_CONFIG_NOSYSTEM: '1',
	GIT_CONFIG_GLOBAL: path.join(tmpdir(), 'no-such-gitconfig'),
	GIT_AUTHOR_NAME: 'Ada',
	GIT_AUTHOR_EMAIL: 'ada@example.com',
	GIT_COMMITTER_NAME: 'Ada',
	GIT_COMMITTER_EMAIL: 'ada@example.com',
};

function newFolder(): string {
	return path.join(realpathSync(mkdtempSync(path.join(tmpdir(), 'app-errors-git-'))), 'repository');
}

export function hasGit(): boolean {
	const found = spawnSync('git', ['--version']).status === 0;
	if (!found) {
		console.log('No git on this machine: tests of revisions are skipped.');
	}
	return found;
}

export class GitHistory {
	private commits = 0;

	private constructor(
		readonly folder: string,
		/** Folder to delete at the end. Undefined for a nested repository. */
		private readonly around: string | undefined,
	) {}

	static make(): GitHistory {
		const folder = newFolder();
		mkdirSync(folder);
		const made = new GitHistory(folder, path.dirname(folder));
		made.git('init', '-q', '-b', 'main');
		return made;
	}

	static within(other: GitHistory, name: string): GitHistory {
		const folder = path.join(other.folder, name);
		mkdirSync(folder, { recursive: true });
		const made = new GitHistory(folder, undefined);
		made.git('init', '-q', '-b', 'main');
		return made;
	}

	static submodule(of: GitHistory, other: GitHistory, name: string): GitHistory {
		of.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${other.folder}`, name);
		return new GitHistory(path.join(of.folder, name), undefined);
	}

	static clone(of: GitHistory, ...parameters: readonly string[]): GitHistory {
		const folder = newFolder();
		of.git('clone', '-q', ...parameters, `file://${of.folder}`, folder);
		return new GitHistory(folder, path.dirname(folder));
	}

	git(...parameters: readonly string[]): string {
		const date = `${1_700_000_000 + 60 * this.commits} +0000`;
		return execFileSync('git', parameters, {
			cwd: this.folder,
			encoding: 'utf8',
			env: { ...environment, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
		});
	}

	uri(name: string): vscode.Uri {
		return vscode.Uri.file(path.join(this.folder, name));
	}

	write(name: string, text: string | Uint8Array): void {
		const file = path.join(this.folder, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
	}

	commit(message: string, tag?: string): void {
		this.commits++;
		this.git('add', '-A');
		this.git('commit', '-q', '--allow-empty', '-m', message);
		if (tag !== undefined) {
			this.git('tag', '-f', tag);
		}
	}

	async open(): Promise<void> {
		const configuration = vscode.workspace.getConfiguration('git');
		const usual = configuration.get('openRepositoryInParentFolders');
		// Without this setting, older VS Code versions don't open repositories outside of the workspace.
		await configuration.update('openRepositoryInParentFolders', 'always', vscode.ConfigurationTarget.Global);
		try {
			await vscode.commands.executeCommand('git.openRepository', this.folder);
		} finally {
			await configuration.update('openRepositoryInParentFolders', usual, vscode.ConfigurationTarget.Global);
		}
	}

	async close(): Promise<void> {
		await vscode.commands.executeCommand('git.close', vscode.Uri.file(this.folder)).then(undefined, () => undefined);
		if (this.around !== undefined) {
			rmSync(this.around, { recursive: true, force: true, maxRetries: 5 });
		}
	}
}
