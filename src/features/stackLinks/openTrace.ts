import * as vscode from 'vscode';
import type { ReadTrace } from '../../core/stack/texts/readTraces';
import type { EngineClient } from '../../engine/engineClient';
import { tracesOf } from '../../engine/tracesOf';
import type { TraceDocument } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import type { TraceOrigin } from '../../services/mappings/mappings';
import { showInformation } from '../../vscode/messages';
import type { DocumentTraces } from './documentTraces';
import type { TraceDocuments } from './traceDocuments';
import { libraryRuns, sectionsOf } from './traceLines';

/** What is pasted is read at once; a longer text is a file (UTF-16 units). */
const maxTextLength = 16_000_000;

/** For an editor to be there (ms). */
const maxWaitMs = 2_000;

/** Nothing is known of where a text from the clipboard came from. */
const unknownOrigin: TraceOrigin = { application: [], version: undefined, osName: undefined };

interface TraceOpening {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly frames: Frames;
	readonly traces: DocumentTraces;
	readonly documents: TraceDocuments;
}

/**
 * Shows a text with stack traces as a document, with the frames of libraries folded.
 *
 * @param column The group of editors to show it in; the active one if none is given.
 */
export async function openTraceDocument(
	document: TraceDocument,
	opening: TraceOpening,
	column: vscode.ViewColumn = vscode.ViewColumn.Active,
): Promise<void> {
	const uri = opening.documents.add(document);
	// Not by `openTextDocument`, which keeps the text for minutes after its editor was closed.
	await vscode.commands.executeCommand('vscode.open', uri, { preview: false, viewColumn: column });
	const editor = await editorOf(uri);
	if (!editor) {
		return;
	}
	await opening.frames.known;
	const sections = sectionsOf(editor.document, await opening.traces.of(editor.document), opening.frames);
	const selectionLines = sections.flatMap((section) => libraryRuns(section).map(([first]) => first));
	if (selectionLines.length > 0 && vscode.window.activeTextEditor === editor) {
		await vscode.commands.executeCommand('editor.fold', { selectionLines });
	}
}

/** Extensions learn of an editor a little after it was opened; undefined when a person was quicker. */
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

/** @param nothing What to say of a text without a trace. */
export async function openTraceText(text: string, nothing: string, opening: TraceOpening): Promise<void> {
	if (text.length > maxTextLength) {
		void showInformation(
			vscode.l10n.t('This text is too long to be shown as a stack trace. Save it as a file that ends in .log.'),
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
		const { traces } = await tracesOf(engine, { text, format: 'json' });
		if (traces.length > 0) {
			return traces;
		}
	}
	return (await tracesOf(engine, { text, format: 'text' })).traces;
}

/** The text as it is where a person could read it so; of one that is escaped, only its traces. */
function plainText(text: string, traces: readonly ReadTrace[]): string {
	const isEscaped = ({ start, end, trace }: ReadTrace) =>
		trace.lines.length > 1 && !/[\r\n]/.test(text.slice(start, end));
	return traces.some(isEscaped) ? traces.map((trace) => trace.text).join('\n\n') : text;
}

/** The type of the first exception, without its package. */
function titleOf({ trace }: ReadTrace): string {
	const type = trace.sections.find(({ header }) => header?.type)?.header?.type ?? '';
	return type.split(/[.:]/).at(-1) || vscode.l10n.t('Stack Trace');
}
