import * as vscode from 'vscode';
import type { Frames } from '../../services/frames/frames';
import { DisposableOwner } from '../../shared/disposables';
import type { DocumentTraces } from './documentTraces';
import { traceLanguage } from './traceLanguage';
import { getSections } from './traceLines';

/** Dims library frames. Uses the theme's color for secondary text, which is readable in every theme. */
export class Dimming extends DisposableOwner {
	private readonly library = this.owned.add(
		vscode.window.createTextEditorDecorationType({
			color: new vscode.ThemeColor('descriptionForeground'),
			rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
		}),
	);

	constructor(
		private readonly traces: DocumentTraces,
		private readonly frames: Frames,
		private readonly onError: (error: unknown) => void,
	) {
		super();
		const { window, workspace } = vscode;
		this.owned.add(window.onDidChangeVisibleTextEditors((editors) => this.draw(editors)));
		this.owned.add(frames.onDidChange(() => this.draw(window.visibleTextEditors)));
		this.owned.add(
			workspace.onDidChangeTextDocument(({ document }) =>
				this.draw(window.visibleTextEditors.filter((editor) => editor.document === document)),
			),
		);
		this.draw(window.visibleTextEditors);
	}

	private draw(editors: readonly vscode.TextEditor[]): void {
		for (const editor of editors) {
			if (editor.document.languageId === traceLanguage) {
				this.drawIn(editor).catch(this.onError);
			}
		}
	}

	private async drawIn(editor: vscode.TextEditor): Promise<void> {
		const { document } = editor;
		const { version } = document;
		const traces = await this.traces.of(document);
		if (document.version === version && !document.isClosed) {
			const sections = getSections(document, traces, this.frames);
			editor.setDecorations(
				this.library,
				sections.flatMap(({ frames }) =>
					frames.flatMap(({ line, lastLine, library }) =>
						library ? [new vscode.Range(line, 0, lastLine, Number.MAX_VALUE)] : [],
					),
				),
			);
		}
	}
}
