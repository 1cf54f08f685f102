import * as vscode from 'vscode';

/** The part of the built-in Git extension's API that App Errors uses (`extensions/git/src/api/git.d.ts`). */
interface GitExtension {
	/** @throws if Git is disabled in the settings */
	getAPI(version: 1): { readonly repositories: readonly { readonly state: GitState }[] };
}

interface GitState {
	readonly workingTreeChanges: readonly { readonly uri: vscode.Uri }[];
	readonly indexChanges: readonly { readonly uri: vscode.Uri }[];
	readonly untrackedChanges?: readonly { readonly uri: vscode.Uri }[];
}

export function filesWorkedOn(): ReadonlySet<string> {
	const open = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
		tabs.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri] : [])),
	);
	return new Set([...open, ...changedFiles()].map((uri) => uri.toString()));
}

function changedFiles(): vscode.Uri[] {
	const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
	if (!git?.isActive) {
		return [];
	}
	try {
		return git.exports
			.getAPI(1)
			.repositories.flatMap(({ state }) => [
				...state.workingTreeChanges,
				...state.indexChanges,
				...(state.untrackedChanges ?? []),
			])
			.map(({ uri }) => uri);
	} catch {
		return [];
	}
}
