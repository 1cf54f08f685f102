import * as vscode from 'vscode';
import { inOneLine } from '../../core/common/plainText';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import { DisposableStore } from '../../shared/disposables';
import { getLocation } from './frameNavigator';

interface LineRemark {
	readonly line: number;
	readonly text: string;
}

/** Maximum length of a remark, in characters. Names in stack traces can have any length. */
const longest = 240;

/** Remarks next to opened lines. A remark disappears when its line is edited or another frame opens the file. */
export class LineRemarks implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly shown = new Map<string, LineRemark>();
	/** Locations that were returned to VS Code, which may open them later. */
	private readonly expected = new Map<string, readonly Expected[]>();
	private type: vscode.TextEditorDecorationType | undefined;

	in(uri: vscode.Uri): LineRemark | undefined {
		return this.shown.get(uri.toString());
	}

	/** @param said Text of the remark. Undefined removes an existing remark */
	arrived(target: FrameTarget, said: string | undefined): void {
		const { uri, range } = getLocation(target);
		this.set(uri.toString(), remarkWith(said, range.start.line));
	}

	/** Registers locations that VS Code may open itself, for example for *Go to Definition*. */
	expect(places: readonly PlacedTarget[]): void {
		this.watch();
		this.expected.clear();
		for (const { target, remark } of places) {
			const { uri, range } = getLocation(target);
			const { line } = range.start;
			const others = this.expected.get(uri.toString()) ?? [];
			this.expected.set(uri.toString(), [...others, { line, remark: remarkWith(remark, line) }]);
		}
		// VS Code fires no event if the cursor is already at the location, so the location is checked immediately.
		this.showReached();
	}

	dispose(): void {
		this.store.dispose();
		this.shown.clear();
	}

	private set(address: string, remark: LineRemark | undefined): void {
		if (remark) {
			this.shown.set(address, remark);
		} else if (!this.shown.delete(address)) {
			return;
		}
		this.watch();
		this.draw();
	}

	/** Registers the listeners only when the first remark is shown, because most users never see a remark. */
	private watch(): void {
		if (this.type) {
			return;
		}
		const { window, workspace } = vscode;
		this.type = this.store.add(
			window.createTextEditorDecorationType({
				after: {
					color: new vscode.ThemeColor('descriptionForeground'),
					fontStyle: 'italic',
					margin: '0 0 0 3ch',
				},
				rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
			}),
		);
		this.store.add(window.onDidChangeVisibleTextEditors(() => this.draw()));
		this.store.add(window.onDidChangeActiveTextEditor(() => this.showReached()));
		this.store.add(window.onDidChangeTextEditorSelection(() => this.showReached()));
		this.store.add(workspace.onDidChangeTextDocument((event) => this.follow(event)));
		this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.set(uri.toString(), undefined)));
	}

	private showReached(): void {
		const editor = vscode.window.activeTextEditor;
		const address = editor?.document.uri.toString() ?? '';
		const { line } = editor?.selection.active ?? {};
		const reached = this.expected.get(address)?.find((place) => place.line === line);
		if (reached) {
			this.expected.clear();
			this.set(address, reached.remark);
		}
	}

	private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const address = document.uri.toString();
		const before = this.shown.get(address);
		for (const { range, text } of contentChanges) {
			const remark = this.shown.get(address);
			if (remark && range.start.line <= remark.line && range.end.line >= remark.line) {
				this.shown.delete(address);
			} else if (remark && range.end.line < remark.line) {
				const by = text.split('\n').length - 1 - (range.end.line - range.start.line);
				this.shown.set(address, { ...remark, line: remark.line + by });
			}
		}
		if (this.shown.get(address) !== before) {
			this.draw();
		}
	}

	private draw(): void {
		const { type } = this;
		for (const editor of type ? vscode.window.visibleTextEditors : []) {
			const { document } = editor;
			const remark = this.in(document.uri);
			const line = remark && Math.min(remark.line, document.lineCount - 1);
			const end = line === undefined ? undefined : document.lineAt(line).range.end;
			const contentText = remark?.text ?? '';
			if (type) {
				editor.setDecorations(
					type,
					end ? [{ range: new vscode.Range(end, end), renderOptions: { after: { contentText } } }] : [],
				);
			}
		}
	}
}

interface Expected {
	readonly line: number;
	readonly remark: LineRemark | undefined;
}

function remarkWith(text: string | undefined, line: number): LineRemark | undefined {
	// Removes line breaks, which aren't rendered, and bidirectional characters, which would affect the code on the line.
	return text === undefined ? undefined : { line, text: inOneLine(text).slice(0, longest) };
}

export interface PlacedTarget {
	readonly target: FrameTarget;
	readonly remark: string | undefined;
}
