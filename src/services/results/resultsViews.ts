import { access } from 'node:fs/promises';
import * as vscode from 'vscode';
import { upsertMostRecent } from '../../core/common/mostRecent';
import { stateKeys } from '../../ids';
import type { ViewState } from '../../shared/protocols/resultsProtocol';

/** Maximum number of stored view states. The least recently used state is removed first. */
const remembered = 50;

interface StoredView {
	readonly file: string;
	readonly state: ViewState;
}

export class ResultsViews {
	constructor(private readonly memento: vscode.Memento) {}

	of(file: vscode.Uri): ViewState | undefined {
		return this.saved().find((saved) => saved.file === file.toString())?.state;
	}

	async keep(file: vscode.Uri, state: ViewState): Promise<void> {
		const added: StoredView = { file: file.toString(), state };
		const saved = upsertMostRecent(this.saved(), added, (other) => other.file === added.file, remembered);
		await this.memento.update(stateKeys.resultsViews, saved);
	}

	/** Removes the states of deleted files, because the filters in these states may contain text from records. */
	async forgetDeleted(): Promise<void> {
		const files = await Promise.all(this.saved().map(async ({ file }) => ((await isThere(file)) ? [] : [file])));
		const deleted = new Set(files.flat());
		if (deleted.size > 0) {
			const saved = this.saved().filter(({ file }) => !deleted.has(file));
			await this.memento.update(stateKeys.resultsViews, saved);
		}
	}

	private saved(): readonly StoredView[] {
		return this.memento.get<readonly StoredView[]>(stateKeys.resultsViews, []);
	}
}

function isThere(file: string): Promise<boolean> {
	return access(vscode.Uri.parse(file, true).fsPath).then(
		() => true,
		() => false,
	);
}
