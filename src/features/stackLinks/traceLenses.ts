import * as vscode from 'vscode';
import type { CommandId } from '../../commands/commandTable';
import {
	type DeobfuscationAction,
	describeCutShort,
	describeDeobfuscation,
	describeOriginal,
	describeSymbolicated,
} from '../../services/mappings/deobfuscationNotes';
import { withoutIcons } from '../../vscode/escaping';
import type { DocumentTraces } from './documentTraces';
import type { TraceDocuments } from './traceDocuments';

export class TraceLenses implements vscode.CodeLensProvider {
	readonly onDidChangeCodeLenses: vscode.Event<void>;

	constructor(
		private readonly documents: TraceDocuments,
		private readonly traces: Pick<DocumentTraces, 'read'>,
	) {
		this.onDidChangeCodeLenses = documents.onDidDescribe;
	}

	async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
		const { uri } = document;
		const openDocument = this.documents.get(uri);
		if (!openDocument) {
			return [];
		}
		const { cutShort } = await this.traces.read(document);
		const lenses: readonly Lens[] = [...lensesOf(openDocument), ...(cutShort ? [{ title: describeCutShort() }] : [])];
		const top = new vscode.Range(0, 0, 0, 0);
		return lenses.map(
			({ title, command = '' }) =>
				new vscode.CodeLens(top, { title: withoutIcons(title), tooltip: title, command, arguments: [uri] }),
		);
	}
}

interface Lens {
	readonly title: string;
	readonly command?: CommandId;
}

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
	const actions = note.actions.map(({ id, label }): Lens => ({ title: label, command: commands[id] }));
	// The description is the last lens, because it may be wider than the editor.
	if (!isSymbolicated && deobfuscation?.kind !== 'done') {
		return [...actions, { title: note.text }];
	}
	const toggle = original ? l10n.t('Show Deobfuscated') : l10n.t('Show Original');
	const { text } = original ? describeOriginal(note) : note;
	return [{ title: toggle, command: 'appErrors.toggleOriginalTrace' }, ...actions, { title: text }];
}
