import type * as vscode from 'vscode';
import { recordsShownIn } from '../../vscode/openFiles';
import { ResultsDocument } from './document';
import { ResultsEditor } from './editor';
import type { ResultsServices } from './start';
import { ShownDays } from './sync/shownDays';

export class ResultsProvider implements vscode.CustomReadonlyEditorProvider<ResultsDocument> {
	private readonly open = new Set<ResultsEditor>();
	private readonly connected = new Set<string>();

	constructor(private readonly services: ResultsServices) {}

	get active(): ResultsEditor | undefined {
		return [...this.open].find((editor) => editor.active);
	}

	isDisconnected(tab: vscode.Tab): boolean {
		const file = recordsShownIn(tab);
		return file !== undefined && !this.connected.has(file.toString());
	}

	openCustomDocument(uri: vscode.Uri): ResultsDocument {
		const { engine, exports, syncedRecords, resultsViews } = this.services;
		const days = new ShownDays(uri.fsPath, syncedRecords, resultsViews.of(uri)?.days);
		return new ResultsDocument(uri, engine, () => exports.roots, days);
	}

	resolveCustomEditor(document: ResultsDocument, panel: vscode.WebviewPanel): void {
		this.connected.add(document.uri.toString());
		const editor = new ResultsEditor(panel, document, this.services);
		this.open.add(editor);
		const shown = this.services.recordsInView.add(document);
		panel.onDidDispose(() => {
			this.open.delete(editor);
			shown.dispose();
			editor.dispose();
		});
	}
}
