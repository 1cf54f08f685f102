import * as vscode from 'vscode';
import { withinMs } from '../../core/common/withinMs';
import { DisposableOwner } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';
import { describeCodeMark, spokenCodeMark } from '../../wording/codeMarkMessages';
import { type FileMarks, type FunctionMark, isAtLeast, summedCount } from './fileMarks';
import type { MarkedDocuments } from './markedDocuments';

/**
 * Estimated time in milliseconds until VS Code renders the text. Code lenses that are added before this time don't
 * shift the text.
 */
const firstPaintMs = 120;

/**
 * Shows code marks as code lenses. Marks that are found after VS Code has rendered the text are shown at line ends, so
 * that no text shifts.
 */
export class CodeLenses extends DisposableOwner implements vscode.CodeLensProvider {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChangeCodeLenses = this.changed.event;
	private readonly decided = this.owned.add(new vscode.EventEmitter<vscode.TextDocument>());
	readonly onDidDecide = this.decided.event;
	/** For each document, the keys of the functions that had a code lens when the document became visible. */
	private readonly shown = new Map<vscode.TextDocument, ReadonlySet<string>>();

	constructor(
		private readonly documents: MarkedDocuments,
		private readonly settings: Pick<Settings, 'codeMarks'>,
		private readonly isHidden: () => boolean,
	) {
		super();
		this.owned.add(documents.onDidChange((document) => this.shown.get(document)?.size && this.changed.fire()));
		this.owned.add(
			vscode.window.onDidChangeVisibleTextEditors((editors) => {
				for (const document of [...this.shown.keys()]) {
					if (!editors.some((editor) => editor.document === document)) {
						this.shown.delete(document);
					}
				}
			}),
		);
	}

	lacks(document: vscode.TextDocument, mark: FunctionMark): boolean {
		return this.shown.get(document)?.has(getKey(mark)) === false;
	}

	refresh(): void {
		this.shown.clear();
		this.changed.fire();
	}

	async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
		if (this.settings.codeMarks !== 'codeLens' || this.isHidden() || !isVisible(document)) {
			return [];
		}
		let shown = this.shown.get(document);
		if (!shown) {
			const marks = await withinMs(this.documents.ask(document), firstPaintMs);
			shown = this.shown.get(document) ?? new Set(marks && getThrowers(marks).map(getKey));
			this.shown.set(document, shown);
			this.decided.fire(document);
		}
		const marks = this.documents.of(document);
		const now = new Date();
		return (marks ? getThrowers(marks) : []).flatMap((mark) =>
			shown.has(getKey(mark)) ? lensOf(document, mark, now) : [],
		);
	}
}

/**
 * Returns only functions that threw errors themselves. If their callers were included, `main` would be marked with
 * nearly all errors.
 */
export function getThrowers({ functions }: FileMarks): readonly FunctionMark[] {
	return functions.filter(({ threw }) => threw.length > 0);
}

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
					command: 'appErrors.showErrorsInFunction',
					arguments: [{ uri: document.uri, lineNumber: mark.line1 }],
				}),
			]
		: [];
}

function getKey({ name, nth }: FunctionMark): string {
	return `${nth} ${name}`;
}

function isVisible(document: vscode.TextDocument): boolean {
	return vscode.window.visibleTextEditors.some((editor) => editor.document === document);
}
