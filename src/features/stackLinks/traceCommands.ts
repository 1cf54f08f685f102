import * as vscode from 'vscode';
import type { Trace } from '../../core/stack/trace/model';
import { otherThreads } from '../../core/stack/trace/otherThreads';
import { runCommand } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import { describeDeobfuscation } from '../../services/mappings/deobfuscationNotes';
import { type Mappings, mappingWanted } from '../../services/mappings/mappings';
import { showInformation } from '../../vscode/messages';
import { recordsShownIn } from '../../vscode/openFiles';
import type { DocumentTraces } from './documentTraces';
import type { TraceDocuments } from './traceDocuments';

export async function goToFirstOwnFrame(
	traces: DocumentTraces,
	documents: Pick<TraceDocuments, 'getVersion'>,
	frames: Frames,
): Promise<void> {
	const { activeTab } = vscode.window.tabGroups.activeTabGroup;
	if (recordsShownIn(activeTab)) {
		await runCommand('appErrors.openFirstFrameOfRecord');
		return;
	}
	const editor = vscode.window.activeTextEditor;
	const found = editor && (await traces.traceAt(editor.document, editor.selection.active));
	if (!found) {
		void showInformation(vscode.l10n.t('No stack trace found.'));
		return;
	}
	const frame = await frames.firstOwn(found.trace);
	if (!frame) {
		void showInformation(whyNone(found.trace));
		return;
	}
	const version = documents.getVersion(editor.document.uri);
	await frames.open({ frame, trace: found.trace, where: 'asSet', version });
}

function whyNone(trace: Trace): string {
	if (!vscode.workspace.workspaceFolders) {
		return vscode.l10n.t('No folder with source files is open.');
	}
	return otherThreads(trace).size > 0
		? vscode.l10n.t('No frame of the crashed thread refers to a file in the workspace.')
		: vscode.l10n.t('No frame of this stack trace refers to a file in the workspace.');
}

/** Opens the frame at an offset. Any extension can call this command, so invalid positions are ignored. */
export async function openFrameAt(
	address: string,
	offset: number,
	traces: DocumentTraces,
	documents: Pick<TraceDocuments, 'getVersion'>,
	frames: Frames,
): Promise<void> {
	const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
	const found =
		document && Number.isSafeInteger(offset) && (await traces.frameAt(document, document.positionAt(offset)));
	if (found) {
		const version = documents.getVersion(document.uri);
		await frames.open({ frame: found.frame, trace: found.trace, where: 'asSet', version });
	}
}

export async function toggleOriginal(uri: vscode.Uri, documents: TraceDocuments, mappings: Mappings): Promise<void> {
	const openDocument = documents.get(uri);
	if (!openDocument) {
		return;
	}
	if (openDocument.original || openDocument.symbolicated !== undefined || openDocument.deobfuscation?.kind === 'done') {
		documents.setOriginal(uri, !openDocument.original);
		return;
	}
	const note = openDocument.deobfuscation && describeDeobfuscation(openDocument.deobfuscation);
	if (!note) {
		void showInformation(vscode.l10n.t('This stack trace contains no obfuscated names.'));
		return;
	}
	const pressed = await showInformation(note.text, ...note.actions.map(({ label }) => label));
	const chosen = note.actions.find(({ label }) => label === pressed);
	if (chosen) {
		await { chooseMapping: chooseMappingOfDocument, symbolicate: symbolicateDocument }[chosen.id](
			uri,
			documents,
			mappings,
		);
	}
}

export async function chooseMappingOfDocument(
	uri: vscode.Uri,
	documents: TraceDocuments,
	mappings: Mappings,
): Promise<void> {
	const openDocument = documents.get(uri);
	if (openDocument) {
		await mappings.choose(
			openDocument.document.origin,
			mappingWanted(openDocument.deobfuscation ?? { kind: 'notNeeded' }),
		);
	}
}

export async function symbolicateDocument(
	uri: vscode.Uri,
	documents: TraceDocuments,
	mappings: Mappings,
): Promise<void> {
	const openDocument = documents.get(uri);
	const opened = openDocument && (await documents.trace(uri));
	const trace = opened && (await mappings.symbolicate(opened, openDocument.document.origin));
	if (trace) {
		documents.setSymbolicated(uri, trace.lines.join('\n'));
	}
}
