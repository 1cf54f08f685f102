import type * as vscode from 'vscode';
import { ResultsDocument } from './document';
import { ResultsEditor, type ResultsServices } from './editor';

/** Shows files of records; the editor itself restores the views after a reload. */
export class ResultsProvider implements vscode.CustomReadonlyEditorProvider<ResultsDocument> {
	private readonly open = new Set<ResultsEditor>();

	constructor(private readonly services: ResultsServices) {}

	/** The view that keys and commands are meant for. */
	get active(): ResultsEditor | undefined {
		return [...this.open].find((editor) => editor.active);
	}

	openCustomDocument(uri: vscode.Uri): ResultsDocument {
		return new ResultsDocument(uri, this.services.engine, () => this.services.exports.roots);
	}

	resolveCustomEditor(document: ResultsDocument, panel: vscode.WebviewPanel): void {
		const editor = new ResultsEditor(panel, document, this.services);
		this.open.add(editor);
		panel.onDidDispose(() => {
			this.open.delete(editor);
			editor.dispose();
		});
	}
}
