import * as vscode from 'vscode';
import { DisposableOwner } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';
import { type CodeLenses, getThrowers, labelOfFunction } from './codeLenses';
import type { FileMarks } from './fileMarks';
import type { MarkedDocuments } from './markedDocuments';

/** Marks lines that threw errors. If a function has no code lens, its counts are shown at the end of its first line. */
export class LineMarks extends DisposableOwner {
	private readonly threw = this.owned.add(getMark('editorWarning.foreground'));
	private readonly passed = this.owned.add(getMark('editorInfo.foreground'));
	private readonly words = this.owned.add(
		vscode.window.createTextEditorDecorationType({
			after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 3ch' },
			rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
		}),
	);

	constructor(
		private readonly documents: MarkedDocuments,
		private readonly lenses: CodeLenses,
		private readonly settings: Pick<Settings, 'codeMarks'>,
		private readonly isHidden: () => boolean,
	) {
		super();
		const { window } = vscode;
		this.owned.add(documents.onDidChange((document) => this.drawIn(document)));
		this.owned.add(lenses.onDidDecide((document) => this.drawIn(document)));
		this.owned.add(
			window.onDidChangeVisibleTextEditors((editors) => {
				for (const { document } of editors) {
					void documents.ask(document).then(() => this.drawIn(document));
				}
			}),
		);
		this.draw();
	}

	draw(): void {
		for (const { document } of vscode.window.visibleTextEditors) {
			void this.documents.ask(document);
			this.drawIn(document);
		}
	}

	private drawIn(document: vscode.TextDocument): void {
		const { codeMarks } = this.settings;
		const isOff = codeMarks === 'off' || this.isHidden();
		const marks = isOff ? undefined : this.documents.of(document);
		for (const editor of vscode.window.visibleTextEditors) {
			if (editor.document === document) {
				editor.setDecorations(this.threw, rangesOf(document, marks, true));
				editor.setDecorations(this.passed, rangesOf(document, marks, false));
				editor.setDecorations(this.words, marks && codeMarks !== 'ruler' ? this.wordsOf(document, marks) : []);
			}
		}
	}

	private wordsOf(document: vscode.TextDocument, marks: FileMarks): vscode.DecorationOptions[] {
		const now = new Date();
		return getThrowers(marks).flatMap((mark) => {
			if (this.settings.codeMarks === 'codeLens' && !this.lenses.lacks(document, mark)) {
				return [];
			}
			const { end } = document.lineAt(Math.min(mark.line1, document.lineCount) - 1).range;
			const after = { contentText: labelOfFunction(mark, now) };
			return [{ range: new vscode.Range(end, end), renderOptions: { after } }];
		});
	}
}

/**
 * Creates a decoration at the left edge of a line. The glyph margin isn't used, because it is also used for
 * breakpoints.
 */
function getMark(color: string): vscode.TextEditorDecorationType {
	return vscode.window.createTextEditorDecorationType({
		isWholeLine: true,
		borderColor: new vscode.ThemeColor(color),
		borderStyle: 'solid',
		borderWidth: '0 0 0 2px',
		overviewRulerColor: new vscode.ThemeColor(color),
		overviewRulerLane: vscode.OverviewRulerLane.Center,
		rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
	});
}

function rangesOf(document: vscode.TextDocument, marks: FileMarks | undefined, isThrower: boolean): vscode.Range[] {
	return (marks?.lines ?? [])
		.filter((mark) => mark.isThrower === isThrower)
		.map(({ line1 }) => document.lineAt(Math.min(line1, document.lineCount) - 1).range);
}
