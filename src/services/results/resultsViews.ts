import { access } from 'node:fs/promises';
import * as vscode from 'vscode';
import { withMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';
import type { ViewState } from '../../shared/resultsProtocol';

/** Files whose views are remembered; beyond that the one left longest ago is forgotten. */
const remembered = 50;

interface Kept {
	readonly file: string;
	readonly state: ViewState;
}

/** How results views were left, so that a file which is opened again looks as it did. */
export class ResultsViews {
	constructor(private readonly memento: vscode.Memento) {}

	of(file: vscode.Uri): ViewState | undefined {
		return this.kept().find((kept) => kept.file === file.toString())?.state;
	}

	async keep(file: vscode.Uri, state: ViewState): Promise<void> {
		const added: Kept = { file: file.toString(), state };
		const kept = withMostRecent(this.kept(), added, (other) => other.file === added.file, remembered);
		await this.memento.update(stateKeys.resultsViews, kept);
	}

	/** Forgets those of files that were deleted: what a person filtered by may be the text of a record. */
	async forgetDeleted(): Promise<void> {
		const files = await Promise.all(this.kept().map(async ({ file }) => ((await isThere(file)) ? [] : [file])));
		const deleted = new Set(files.flat());
		if (deleted.size > 0) {
			const kept = this.kept().filter(({ file }) => !deleted.has(file));
			await this.memento.update(stateKeys.resultsViews, kept);
		}
	}

	private kept(): readonly Kept[] {
		return this.memento.get<readonly Kept[]>(stateKeys.resultsViews, []);
	}
}

function isThere(file: string): Promise<boolean> {
	return access(vscode.Uri.parse(file, true).fsPath).then(
		() => true,
		() => false,
	);
}
