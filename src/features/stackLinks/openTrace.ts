import * as vscode from 'vscode';
import type { TraceOrigin } from '../../core/mappings/mappingSearch';
import type { ReadTrace } from '../../core/stack/texts/frameLinks';
import type { EngineClient } from '../../engine/engineClient';
import { getTraces } from '../../engine/tracesOf';
import type { TraceDocument, TracePair } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import { showInformation } from '../../vscode/messages';
import type { DocumentTraces } from './documentTraces';
import type { TraceDocuments } from './traceDocuments';
import { getSections, libraryRuns } from './traceLines';

/** Maximum length of pasted text in UTF-16 code units. Pasted text is always parsed as a whole. */
export const maxTextLength = 16_000_000;

const maxWaitMs = 2_000;

const unknownOrigin: TraceOrigin = { application: [], version: undefined, osName: undefined };

export interface TraceOpening {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly frames: Frames;
	readonly traces: DocumentTraces;
	readonly documents: TraceDocuments;
}

export async function openTraceDocument(
	document: TraceDocument,
	opening: TraceOpening,
	column: vscode.ViewColumn = vscode.ViewColumn.Active,
): Promise<void> {
	const uri = opening.documents.add(document);
	// `openTextDocument` would keep the text in memory for minutes after its editor has been closed.
	await vscode.commands.executeCommand('vscode.open', uri, { preview: false, viewColumn: column });
	const editor = await editorOf(uri);
	if (!editor) {
		return;
	}
	await opening.frames.known;
	const sections = getSections(editor.document, await opening.traces.of(editor.document), opening.frames);
	const selectionLines = sections.flatMap((section) => libraryRuns(section).map(([first]) => first));
	if (selectionLines.length > 0 && vscode.window.activeTextEditor === editor) {
		await vscode.commands.executeCommand('editor.fold', { selectionLines });
	}
}

export async function compareTraceDocuments(
	{ title, before, after }: TracePair,
	documents: TraceDocuments,
	viewColumn: vscode.ViewColumn = vscode.ViewColumn.Active,
): Promise<void> {
	const [left, right] = [documents.add(before), documents.add(after)];
	await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false, viewColumn });
}

/** Waits until VS Code provides the new editor. Returns undefined if the user switches to another editor first. */
async function editorOf(uri: vscode.Uri): Promise<vscode.TextEditor | undefined> {
	const active = () => {
		const editor = vscode.window.activeTextEditor;
		return editor?.document.uri.toString() === uri.toString() ? editor : undefined;
	};
	return (
		active() ??
		new Promise((resolve) => {
			const end = () => {
				clearTimeout(timer);
				listener.dispose();
				resolve(active());
			};
			const listener = vscode.window.onDidChangeActiveTextEditor(() => active() && end());
			const timer = setTimeout(end, maxWaitMs);
		})
	);
}

export async function openTraceText(text: string, nothing: string, opening: TraceOpening): Promise<void> {
	if (text.length > maxTextLength) {
		void showInformation(
			vscode.l10n.t('This text is too long to show as a stack trace. Save it as a .log file instead.'),
		);
		return;
	}
	const traces = text.trim() === '' ? [] : await read(text, opening.engine);
	const [first] = traces;
	if (!first) {
		void showInformation(nothing);
		return;
	}
	await openTraceDocument({ title: titleOf(first), text: plainText(text, traces), origin: unknownOrigin }, opening);
}

async function read(text: string, engine: TraceOpening['engine']): Promise<readonly ReadTrace[]> {
	if (/^\s*(?:\[\s*["{[]|[{"])/.test(text)) {
		const { traces } = await getTraces(engine, { text, format: 'json' });
		if (traces.length > 0) {
			return traces;
		}
	}
	return (await getTraces(engine, { text, format: 'text' })).traces;
}

function plainText(text: string, traces: readonly ReadTrace[]): string {
	const isEscaped = ({ start, end, trace }: ReadTrace) =>
		trace.lines.length > 1 && !/[\r\n]/.test(text.slice(start, end));
	const isReport = ({ start, text: own }: ReadTrace) => text.startsWith('{', start) && !own.startsWith('{');
	return traces.some((trace) => isEscaped(trace) || isReport(trace))
		? traces.map((trace) => trace.text).join('\n\n')
		: text;
}

function titleOf({ trace }: ReadTrace): string {
	const type = trace.sections.find(({ header }) => header?.type)?.header?.type ?? '';
	return type.split(/[.:]/).at(-1) || vscode.l10n.t('Stack Trace');
}
