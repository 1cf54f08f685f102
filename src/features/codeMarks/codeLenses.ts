import * as vscode from 'vscode';
import { withinMs } from '../../core/common/withinMs';
import { DisposableStore } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';
import { describeCodeMark, spokenCodeMark } from '../../wording/codeMarkMessages';
import { type FileMarks, type FunctionMark, isAtLeast, summedCount } from './fileMarks';
import type { MarkedDocuments } from './markedDocuments';

/** The editor has not painted the text by then, so nothing jumps (milliseconds). */
const firstPaintMs = 120;

/**
 * Says above functions what threw in them. Lenses push code down, so those of a document are the ones that were there when
 * it came into sight; what is known later is said behind the line.
 */
export class CodeLenses implements vscode.CodeLensProvider, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChangeCodeLenses = this.changed.event;
	private readonly decided = this.store.add(new vscode.EventEmitter<vscode.TextDocument>());
	/** It is known by now which functions of a document have a lens, and which have none although they threw. */
	readonly onDidDecide = this.decided.event;
	/** Functions that have a lens, by document, since it came into sight. */
	private readonly shown = new Map<vscode.TextDocument, ReadonlySet<string>>();

	constructor(
		private readonly documents: MarkedDocuments,
		private readonly settings: Pick<Settings, 'codeMarks'>,
		private readonly isHidden: () => boolean,
	) {
		this.store.add(documents.onDidChange((document) => this.shown.get(document)?.size && this.changed.fire()));
		this.store.add(
			vscode.window.onDidChangeVisibleTextEditors((editors) => {
				for (const document of [...this.shown.keys()]) {
					if (!editors.some((editor) => editor.document === document)) {
						this.shown.delete(document);
					}
				}
			}),
		);
	}

	/** Whether a function came too late for a lens. */
	lacks(document: vscode.TextDocument, mark: FunctionMark): boolean {
		return this.shown.get(document)?.has(keyOf(mark)) === false;
	}

	/** Marks are hidden, or are not. */
	refresh(): void {
		this.shown.clear();
		this.changed.fire();
	}

	async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
		if (this.settings.codeMarks !== 'lens' || this.isHidden() || !isVisible(document)) {
			return [];
		}
		let shown = this.shown.get(document);
		if (!shown) {
			const marks = await withinMs(this.documents.ask(document), firstPaintMs);
			shown = this.shown.get(document) ?? new Set(marks && throwersOf(marks).map(keyOf));
			this.shown.set(document, shown);
			this.decided.fire(document);
		}
		const marks = this.documents.of(document);
		const now = new Date();
		return (marks ? throwersOf(marks) : []).flatMap((mark) =>
			shown.has(keyOf(mark)) ? lensOf(document, mark, now) : [],
		);
	}

	dispose(): void {
		this.store.dispose();
	}
}

/** Functions with records that threw in them. Through others records only passed, and a function such as `main` would have all. */
export function throwersOf({ functions }: FileMarks): readonly FunctionMark[] {
	return functions.filter(({ threw }) => threw.length > 0);
}

/** What is said of a function, in a line. */
export function labelOfFunction({ threw }: FunctionMark, now: Date): string {
	const count = summedCount(threw);
	return count ? describeCodeMark(count, isAtLeast(threw), now) : '';
}

function lensOf(document: vscode.TextDocument, mark: FunctionMark, now: Date): vscode.CodeLens[] {
	const count = summedCount(mark.threw);
	const line = Math.min(mark.line1, document.lineCount) - 1;
	return count
		? [
				new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
					title: `$(warning) ${labelOfFunction(mark, now)}`,
					tooltip: spokenCodeMark(mark.name, count, now),
					command: 'appErrors.errorsOfFunction',
					arguments: [{ uri: document.uri, lineNumber: mark.line1 }],
				}),
			]
		: [];
}

function keyOf({ name, nth }: FunctionMark): string {
	return `${nth} ${name}`;
}

function isVisible(document: vscode.TextDocument): boolean {
	return vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}
