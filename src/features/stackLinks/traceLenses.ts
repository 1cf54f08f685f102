import * as vscode from 'vscode';
import type { CommandId } from '../../ids';
import {
	type DeobfuscationAction,
	describeDeobfuscation,
	describeSymbolicated,
} from '../../services/deobfuscationWords';
import { withoutIcons } from '../../vscode/words';
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

const commands: Readonly<Record<DeobfuscationAction, CommandId>> = {
	chooseMapping: 'appErrors.chooseTraceMapping',
	symbolicate: 'appErrors.symbolicateTrace',
};

function lensesOf({ deobfuscation, original, symbolicated }: NonNullable<ReturnType<TraceDocuments['get']>>): Lens[] {
	const { l10n } = vscode;
	const isSymbolicated = symbolicated !== undefined;
	const note = isSymbolicated ? describeSymbolicated() : deobfuscation && describeDeobfuscation(deobfuscation);
	if (!note) {
		return [];
	}
	const actions = note.actions.map(({ id, label }): Lens => [label, commands[id]]);
	if (!isSymbolicated && deobfuscation?.kind !== 'done') {
		return [[withoutIcons(note.text)], ...actions];
	}
	return [
		[original ? l10n.t('As it was written.') : withoutIcons(note.text)],
		[original ? l10n.t('Show Deobfuscated') : l10n.t('Show Original'), 'appErrors.toggleTraceOriginal'],
		...actions,
	];
}
