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

/** Goes to the first frame of one's own code of the trace at the cursor, or of the record in the results view. */
export async function goToFirstOwnFrame(
	traces: DocumentTraces,
	documents: Pick<TraceDocuments, 'versionOf'>,
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
		void showInformation(vscode.l10n.t('There is no stack trace here.'));
		return;
	}
	const frame = await frames.firstOwn(found.trace);
	if (!frame) {
		void showInformation(whyNone(found.trace));
		return;
	}
	const version = documents.versionOf(editor.document.uri);
	await frames.open({ frame, trace: found.trace, where: 'asSet', version });
}

function whyNone(trace: Trace): string {
	if (!vscode.workspace.workspaceFolders) {
		return vscode.l10n.t('No folder is open that could have the source.');
	}
	return otherThreads(trace).size > 0
		? vscode.l10n.t('No frame of the thread that crashed leads to a file of the workspace.')
		: vscode.l10n.t('No frame of this stack trace leads to a file of the workspace.');
}

/** Opens what a link of a document leads to. Anybody may call it: what is no place of a trace does nothing. */
export async function openFrameAt(
	address: string,
	offset: number,
	traces: DocumentTraces,
	documents: Pick<TraceDocuments, 'versionOf'>,
	frames: Frames,
): Promise<void> {
	const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
	const found =
		document && Number.isSafeInteger(offset) && (await traces.frameAt(document, document.positionAt(offset)));
	if (found) {
		const version = documents.versionOf(document.uri);
		await frames.open({ frame: found.frame, trace: found.trace, where: 'asSet', version });
	}
}

/** Shows the other of the two texts of a document, or says why there is one only. */
export async function toggleOriginal(uri: vscode.Uri, documents: TraceDocuments, mappings: Mappings): Promise<void> {
	const kept = documents.get(uri);
	if (!kept) {
		return;
	}
	if (kept.original || kept.symbolicated !== undefined || kept.deobfuscation?.kind === 'done') {
		documents.setOriginal(uri, !kept.original);
		return;
	}
	const note = kept.deobfuscation && describeDeobfuscation(kept.deobfuscation);
	if (!note) {
		void showInformation(vscode.l10n.t('Nothing in this stack trace is obfuscated.'));
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
	const kept = documents.get(uri);
	if (kept) {
		await mappings.choose(kept.document.origin, mappingWanted(kept.deobfuscation ?? { kind: 'notNeeded' }));
	}
}

export async function symbolicateDocument(
	uri: vscode.Uri,
	documents: TraceDocuments,
	mappings: Mappings,
): Promise<void> {
	const kept = documents.get(uri);
	const opened = kept && (await documents.trace(uri));
	const trace = opened && (await mappings.symbolicate(opened, kept.document.origin));
	if (trace) {
		documents.setSymbolicated(uri, trace.lines.join('\n'));
	}
}
