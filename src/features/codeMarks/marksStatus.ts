import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { DisposableStore } from '../../shared/disposables';
import { describeLeftOfFile, describeMarksOfFile } from '../../wording/codeMarkMessages';
import { getThrowers } from './codeLenses';
import type { MarkedDocuments } from './markedDocuments';

/** Status bar item with the number of throwing functions in the active file. Hidden if the file has no marks. */
export class MarksStatus implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly item = this.store.add(
		vscode.window.createStatusBarItem('appErrors.codeMarks', vscode.StatusBarAlignment.Right),
	);

	constructor(
		private readonly documents: MarkedDocuments,
		private readonly isHidden: () => boolean,
	) {
		this.item.name = vscode.l10n.t('Errors in Source Files');
		this.item.command = 'appErrors.goToNextLineWithErrors';
		this.store.add(documents.onDidChange(() => this.draw()));
		this.store.add(vscode.window.onDidChangeActiveTextEditor(() => this.draw()));
		this.draw();
	}

	draw(): void {
		const { document } = vscode.window.activeTextEditor ?? {};
		const marks = document && !this.isHidden() ? this.documents.of(document) : undefined;
		if (
			!document ||
			!marks ||
			(marks.lines.length === 0 && marks.left.unsure + marks.left.gone + marks.left.unread === 0)
		) {
			this.item.hide();
			return;
		}
		const name = baseName(document.uri.path);
		const functions = getThrowers(marks).length;
		this.item.text = `$(warning) ${functions}`;
		const facts = [describeMarksOfFile(functions, marks.lines.length, name), ...describeLeftOfFile(marks.left, name)];
		this.item.tooltip = facts.join('\n');
		this.item.accessibilityInformation = { label: facts.join(' ') };
		this.item.show();
	}

	dispose(): void {
		this.store.dispose();
	}
}
