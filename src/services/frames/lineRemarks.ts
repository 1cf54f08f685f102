import * as vscode from 'vscode';
import { inOneLine } from '../../core/common/plainText';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import { DisposableStore } from '../../shared/disposables';
import { locationOf } from './frameNavigator';
import type { PlacedTarget } from './frames';

/** What must be known about a line that a frame led to. */
interface LineRemark {
	/** Base 0. */
	readonly line: number;
	readonly text: string;
}

/** A person reads no more beside a line; names in traces have any length. Characters. */
const longest = 240;

/**
 * Says beside the code what must be known about having been led there: that the function is gone, say. It stays until the
 * line is changed, another frame leads into the file, or the file is closed.
 */
export class LineRemarks implements vscode.Disposable {
	private readonly store = new DisposableStore();
	/** By the address of the document. */
	private readonly shown = new Map<string, LineRemark>();
	/** Of places that the editor may go to by itself. */
	private readonly expected = new Map<string, readonly Expected[]>();
	private type: vscode.TextEditorDecorationType | undefined;

	/** What is said in a document. */
	in(uri: vscode.Uri): LineRemark | undefined {
		return this.shown.get(uri.toString());
	}

	/**
	 * Somebody is led there now.
	 *
	 * @param said What is said beside the line, if anything.
	 */
	arrived(target: FrameTarget, said: string | undefined): void {
		const { uri, range } = locationOf(target);
		this.set(uri.toString(), remarkWith(said, range.start.line));
	}

	/** The editor was told these places, and may lead there, as it does for *Go to Definition*. */
	expect(places: readonly PlacedTarget[]): void {
		this.watch();
		this.expected.clear();
		for (const { target, remark } of places) {
			const { uri, range } = locationOf(target);
			const { line } = range.start;
			const others = this.expected.get(uri.toString()) ?? [];
			this.expected.set(uri.toString(), [...others, { line, remark: remarkWith(remark, line) }]);
		}
		// Whoever stands there already is not moved.
		this.look();
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

	/** Only from the first remark on: most people never see one. */
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
		this.store.add(window.onDidChangeActiveTextEditor(() => this.look()));
		this.store.add(window.onDidChangeTextEditorSelection(() => this.look()));
		this.store.add(workspace.onDidChangeTextDocument((event) => this.follow(event)));
		this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.set(uri.toString(), undefined)));
	}

	/** Whether somebody has come to where the editor was expected to lead. */
	private look(): void {
		const editor = vscode.window.activeTextEditor;
		const address = editor?.document.uri.toString() ?? '';
		const { line } = editor?.selection.active ?? {};
		const reached = this.expected.get(address)?.find((place) => place.line === line);
		if (reached) {
			this.expected.clear();
			this.set(address, reached.remark);
		}
	}

	/** The line moves with what is written above it; one that is changed is another line. */
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
	/** Undefined where there is nothing to be known, and what was said before is over. */
	readonly remark: LineRemark | undefined;
}

function remarkWith(text: string | undefined, line: number): LineRemark | undefined {
	// A decoration is one line of text; what controls the direction of text would reach into the code beside it.
	return text === undefined ? undefined : { line, text: inOneLine(text).slice(0, longest) };
}
