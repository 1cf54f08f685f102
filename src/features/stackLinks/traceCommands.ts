import * as vscode from 'vscode';
import { editors } from '../../ids';
import type { Frames } from '../../services/frames';
import type { Mappings } from '../../services/mappings';
import { runCommand } from '../../vscode/commands';
import type { DocumentTraces } from './documentTraces';
import type { TraceDocuments } from './traceDocuments';

/** Goes to the first frame of one's own code of the trace at the cursor, or of the record in the results view. */
export async function goToFirstOwnFrame(traces: DocumentTraces, frames: Frames): Promise<void> {
	const { activeTab } = vscode.window.tabGroups.activeTabGroup;
	if (activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.viewType === editors.results) {
		await runCommand('appErrors.openFirstFrameOfRecord');
		return;
	}
	const editor = vscode.window.activeTextEditor;
	const found = editor && (await traces.traceAt(editor.document, editor.selection.active));
	if (!found) {
		void vscode.window.showInformationMessage(vscode.l10n.t('There is no stack trace here.'));
		return;
	}
	const frame = await frames.firstOwn(found.trace);
	if (!frame) {
		void vscode.window.showInformationMessage(
			vscode.workspace.workspaceFolders
				? vscode.l10n.t('No frame of this stack trace leads to a file of the workspace.')
				: vscode.l10n.t('No folder is open that could have the source.'),
		);
		return;
	}
	await frames.open({ frame, trace: found.trace, how: 'here', preview: false });
}

/** Opens what a link of a document leads to. Anybody may call it: what is no place of a trace does nothing. */
export async function openFrameAt(
	address: string,
	offset: number,
	traces: DocumentTraces,
	frames: Frames,
): Promise<void> {
	const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === address);
	const found =
		document && Number.isSafeInteger(offset) && (await traces.frameAt(document, document.positionAt(offset)));
	if (found) {
		await frames.open({ frame: found.frame, trace: found.trace, how: 'here', preview: false });
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
	const { deobfuscation } = kept;
	if (deobfuscation?.kind === 'noneFits' || (deobfuscation?.kind === 'noFile' && deobfuscation.wanted !== 'symbols')) {
		const choose = vscode.l10n.t('Choose a Mapping…');
		const message =
			deobfuscation.kind === 'noneFits'
				? vscode.l10n.t('No mapping file fits this stack trace.')
				: vscode.l10n.t('No mapping file was found for this stack trace.');
		if ((await vscode.window.showInformationMessage(message, choose)) === choose) {
			await chooseMapping(uri, documents, mappings);
		}
		return;
	}
	void vscode.window.showInformationMessage(vscode.l10n.t('Nothing in this stack trace is obfuscated.'));
}

export async function chooseMapping(uri: vscode.Uri, documents: TraceDocuments, mappings: Mappings): Promise<void> {
	const kept = documents.get(uri);
	if (kept) {
		await mappings.choose(kept.document.origin, wantedBy(kept.deobfuscation));
	}
}

export async function symbolicate(uri: vscode.Uri, documents: TraceDocuments, mappings: Mappings): Promise<void> {
	const kept = documents.get(uri);
	const trace = kept && (await mappings.symbolicate(kept.document.text, kept.document.origin));
	if (trace) {
		documents.setSymbolicated(uri, trace.lines.join('\n'));
	}
}

function wantedBy(deobfuscation: NonNullable<ReturnType<TraceDocuments['get']>>['deobfuscation']): 'r8' | 'sourceMap' {
	switch (deobfuscation?.kind) {
		case 'noFile':
			return deobfuscation.wanted === 'sourceMap' ? 'sourceMap' : 'r8';
		case 'done':
		case 'noneFits':
			return deobfuscation.turned.tried[0]?.file.kind ?? 'r8';
		default:
			return 'r8';
	}
}
