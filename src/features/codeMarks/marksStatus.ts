import * as vscode from 'vscode';
import { describeLeftOfFile, describeMarksOfFile } from '../../wording/codeMarkMessages';
import { throwersOf } from './codeLenses';
import type { MarkedDocuments } from './markedDocuments';

/** Says in the status bar how many functions of the active file threw, as long as any of its lines is marked. */
export class MarksStatus implements vscode.Disposable {
	private readonly item = vscode.window.createStatusBarItem('appErrors.codeMarks', vscode.StatusBarAlignment.Right);
	private readonly listening: vscode.Disposable[];

	constructor(
		private readonly documents: MarkedDocuments,
		private readonly isHidden: () => boolean,
	) {
		this.item.name = vscode.l10n.t('Errors in Code');
		this.item.command = 'appErrors.nextLineWithErrors';
		this.listening = [
			documents.onDidChange(() => this.draw()),
			vscode.window.onDidChangeActiveTextEditor(() => this.draw()),
		];
		this.draw();
	}

	draw(): void {
		const { document } = vscode.window.activeTextEditor ?? {};
		const marks = document && !this.isHidden() ? this.documents.of(document) : undefined;
		if (!document || !marks || (marks.lines.length === 0 && marks.left.unsure + marks.left.gone === 0)) {
			this.item.hide();
			return;
		}
		const name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
		const functions = throwersOf(marks).length;
		this.item.text = `$(warning) ${functions}`;
		const facts = [describeMarksOfFile(functions, marks.lines.length, name), ...describeLeftOfFile(marks.left, name)];
		this.item.tooltip = facts.join('\n');
		this.item.accessibilityInformation = { label: facts.join(' ') };
		this.item.show();
	}

	dispose(): void {
		for (const one of this.listening) {
			one.dispose();
		}
		this.item.dispose();
	}
}
