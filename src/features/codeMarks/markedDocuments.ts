import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import { type LineEdit, lineAfter, linesAdded } from '../../core/lines/lineEdit';
import { isIndexed } from '../../core/stack/locate/sourceFiles';
import { DisposableStore } from '../../shared/disposables';
import { type FileMarks, movedMarks } from './fileMarks';
import { type MarkServices, marksOfFile } from './marksOfFile';

/** Time in milliseconds from the last edit until marks are queried again. Existing marks move with the text. */
const idleMs = 2000;
/** Time in milliseconds within which changes to records and files are combined. */
const throttleMs = 300;
/**
 * Time in milliseconds during which changed records don't restart a running query. Frequent restarts would prevent
 * results.
 */
const maxQueryMs = 60_000;

interface HistoryWaits {
	/** Maximum time in milliseconds to wait for Git if a document has no marks yet. */
	readonly quickMs: number;
	/** Maximum time in milliseconds to wait for Git if a document already has provisional marks. */
	readonly patientMs: number;
}

const usualWaits: HistoryWaits = { quickMs: 2_000, patientMs: 120_000 };

interface MarkedDocument {
	/**
	 * Code marks at their current lines, which are updated when the text is edited. Undefined until the first query
	 * completes.
	 */
	marks: FileMarks | undefined;
	asking: MarkQuery | undefined;
	timer: NodeJS.Timeout | undefined;
}

interface MarkQuery {
	readonly found: Promise<FileMarks | undefined>;
	readonly stop: () => void;
	readonly version: number;
	readonly startedAt: number;
	/** True if the query waits longer for Git, because the document already has marks. */
	readonly isPatient: boolean;
	isOutdated: boolean;
}

/** Code marks of visible documents. The marks are discarded when the document is no longer visible. */
export class MarkedDocuments implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<vscode.TextDocument>());
	/** Fires when a document's marks change. Doesn't fire if only the marks' line numbers change. */
	readonly onDidChange = this.changed.event;
	private readonly known = new Map<vscode.TextDocument, MarkedDocument>();
	private again: NodeJS.Timeout | undefined;

	constructor(
		private readonly services: MarkServices,
		private readonly onFault: (error: unknown) => void,
		private readonly waits = usualWaits,
	) {
		const { window, workspace } = vscode;
		const { codeSources, frames, revisions } = services;
		const other = () => this.scheduleRequest();
		this.store.add(codeSources.onDidChange(other));
		this.store.add(frames.onDidChange(other));
		this.store.add(revisions.onDidChange(other));
		this.store.add(window.onDidChangeVisibleTextEditors(() => this.forgetHidden()));
		this.store.add(workspace.onDidChangeTextDocument((event) => this.follow(event)));
		this.store.add(workspace.onDidSaveTextDocument((document) => this.requestAgain(document)));
	}

	of(document: vscode.TextDocument): FileMarks | undefined {
		return this.known.get(document)?.marks;
	}

	isAsking(document: vscode.TextDocument): boolean {
		return this.known.get(document)?.asking !== undefined;
	}

	async ask(document: vscode.TextDocument): Promise<FileMarks | undefined> {
		if (!isMarkable(document) || !this.services.codeSources.any) {
			return undefined;
		}
		const known = this.known.get(document);
		return known?.marks ?? (await (known?.asking ?? this.begin(document)).found);
	}

	dispose(): void {
		clearTimeout(this.again);
		for (const document of [...this.known.keys()]) {
			this.forget(document);
		}
		this.store.dispose();
	}

	private begin(document: vscode.TextDocument, isPatient = false): MarkQuery {
		const marked: MarkedDocument = this.known.get(document) ?? {
			marks: undefined,
			asking: undefined,
			timer: undefined,
		};
		this.known.set(document, marked);
		marked.asking?.stop();
		clearTimeout(marked.timer);
		const { version } = document;
		const stopping = new AbortController();
		// Callers that wait for an outdated query receive the result of the newer query.
		const later = () => (marked.asking === asking ? marked.marks : (marked.asking?.found ?? marked.marks));
		const { signal } = stopping;
		const { onFault } = this;
		const maxHistoryMs = isPatient ? this.waits.patientMs : this.waits.quickMs;
		const asking: MarkQuery = {
			version,
			isPatient,
			isOutdated: false,
			startedAt: performance.now(),
			stop: () => stopping.abort(),
			found: marksOfFile(document, this.services, { signal, maxHistoryMs, onFault }).then(
				(marks) => {
					// If the document was edited during the query, another query starts when the user stops typing.
					if (marked.asking === asking && document.version === version) {
						marked.asking = undefined;
						marked.marks = marks;
						this.changed.fire(document);
						this.goOn(document, asking, marks);
						return marks;
					}
					return later();
				},
				(error) => {
					if (!isCancellation(error) && !signal.aborted) {
						onFault(error);
					}
					return asking.isOutdated && marked.asking === asking && !signal.aborted
						? this.begin(document).found
						: later();
				},
			),
		};
		marked.asking = asking;
		void asking.found.then(() => {
			if (marked.asking === asking) {
				marked.asking = undefined;
			}
		});
		return asking;
	}

	private goOn(document: vscode.TextDocument, { isOutdated, isPatient }: MarkQuery, marks: FileMarks): void {
		if (isOutdated) {
			this.requestAgain(document);
		} else if (marks.awaitsHistory && !isPatient && this.known.has(document)) {
			this.begin(document, true);
		}
	}

	private requestAgain(document: vscode.TextDocument): void {
		const { asking } = this.known.get(document) ?? {};
		const isRecent = asking && !asking.isPatient && performance.now() - asking.startedAt < maxQueryMs;
		if (isRecent && asking.version === document.version) {
			asking.isOutdated = true;
		} else if (this.known.has(document)) {
			this.begin(document);
		}
	}

	private scheduleRequest(): void {
		this.again ??= setTimeout(() => {
			this.again = undefined;
			for (const document of [...this.known.keys()]) {
				this.requestAgain(document);
			}
			for (const { document } of vscode.window.visibleTextEditors) {
				void this.ask(document);
			}
		}, throttleMs);
	}

	/** Moves marks with the edited text. The time depends on the number of marks, not on the length of the text. */
	private follow({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
		const marked = this.known.get(document);
		if (!marked || contentChanges.length === 0) {
			return;
		}
		clearTimeout(marked.timer);
		marked.timer = setTimeout(() => this.requestAgain(document), idleMs);
		for (const change of contentChanges) {
			const edit = editOf(change);
			if (marked.marks && (linesAdded(edit) !== 0 || edit.first !== edit.last)) {
				marked.marks = movedMarks(marked.marks, (line1) => lineAfter(line1, edit));
			}
		}
	}

	private forgetHidden(): void {
		const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document));
		for (const document of [...this.known.keys()]) {
			if (!visible.has(document)) {
				this.forget(document);
			}
		}
	}

	private forget(document: vscode.TextDocument): void {
		const marked = this.known.get(document);
		clearTimeout(marked?.timer);
		marked?.asking?.stop();
		this.known.delete(document);
	}
}

/** Returns true for source files in an open folder. Other versions of a file from Git have no code marks. */
export function isMarkable({ uri, isClosed }: vscode.TextDocument): boolean {
	return (
		!isClosed && vscode.workspace.getWorkspaceFolder(uri) !== undefined && uri.scheme !== 'git' && isIndexed(uri.path)
	);
}

function editOf({ range, text }: vscode.TextDocumentContentChangeEvent): LineEdit {
	return {
		first: range.start.line,
		last: range.end.line,
		keepsStart: range.start.character > 0,
		lineEnds: text.split('\n').length - 1,
	};
}
