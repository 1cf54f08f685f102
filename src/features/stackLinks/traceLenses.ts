import * as vscode from 'vscode';
import type { CommandId } from '../../ids';
import type { TraceDocuments } from './traceDocuments';

/** Says above a document of stack traces how it was turned back, or why not, and offers what helps. */
export class TraceLenses implements vscode.CodeLensProvider {
	readonly onDidChangeCodeLenses: vscode.Event<void>;

	constructor(private readonly documents: TraceDocuments) {
		this.onDidChangeCodeLenses = documents.onDidDescribe;
	}

	provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
		const kept = this.documents.get(uri);
		const top = new vscode.Range(0, 0, 0, 0);
		return (kept ? lensesOf(kept) : []).map(
			([title, command]) => new vscode.CodeLens(top, { title, command: command ?? '', arguments: [uri] }),
		);
	}
}

type Lens = readonly [title: string, command?: CommandId];

function lensesOf({ deobfuscation, original, symbolicated }: NonNullable<ReturnType<TraceDocuments['get']>>): Lens[] {
	const { l10n } = vscode;
	const choose: Lens = [l10n.t('Choose a Mapping…'), 'appErrors.chooseTraceMapping'];
	const toggle: Lens = [
		original ? l10n.t('Show Deobfuscated') : l10n.t('Show Original'),
		'appErrors.toggleTraceOriginal',
	];
	if (symbolicated !== undefined) {
		return [[original ? l10n.t('Original') : l10n.t('With symbols')], toggle];
	}
	switch (deobfuscation?.kind) {
		case undefined:
		case 'notNeeded':
			return [];
		case 'done':
			return [[original ? l10n.t('Original') : l10n.t('Deobfuscated')], toggle, choose];
		case 'noneFits':
			return [[l10n.t('Obfuscated, and no mapping file fits')], choose];
		case 'noFile':
			return deobfuscation.wanted === 'symbols'
				? [
						[l10n.t('Only symbols know the source of these addresses')],
						[l10n.t('Symbolicate'), 'appErrors.symbolicateTrace'],
					]
				: [[l10n.t('Obfuscated, and no mapping file was found')], choose];
	}
}
