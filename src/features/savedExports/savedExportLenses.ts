import * as vscode from 'vscode';
import { parseSavedExport } from '../../core/savedExports/parseSavedExport';
import { findSavedProblem } from '../../core/savedExports/savedExport';
import { savedExportPattern } from '../../ids';
import { DisposableOwner } from '../../shared/disposables';
import type { Settings } from '../../vscode/settings';
import { describeIgnoredMember, describeSavedExportProblem } from '../../wording/requestMessages';

const { l10n } = vscode;

interface DocumentState {
	readonly canRun: boolean;
	readonly diagnostics: readonly vscode.Diagnostic[];
}

/** Provides a code lens that runs a saved export, and diagnostics for errors in open files. */
export class SavedExportLenses extends DisposableOwner implements vscode.CodeLensProvider {
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChangeCodeLenses = this.changed.event;
	private readonly diagnostics = this.owned.add(vscode.languages.createDiagnosticCollection('appErrors.savedExports'));

	constructor(private readonly settings: Pick<Settings, 'fields' | 'onDidChange'>) {
		super();
		const { workspace } = vscode;
		this.owned.add(workspace.onDidOpenTextDocument((document) => this.check(document)));
		this.owned.add(workspace.onDidChangeTextDocument(({ document }) => this.check(document)));
		this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.diagnostics.delete(uri)));
		this.owned.add(settings.onDidChange('appErrors.additionalFields', () => this.checkAll()));
		this.checkAll();
	}

	provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
		if (!this.stateOf(document).canRun) {
			return [];
		}
		const command = {
			command: 'appErrors.runSavedExport',
			title: l10n.t('$(play) Run Export'),
			arguments: [document.uri],
		};
		return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
	}

	private checkAll(): void {
		for (const document of vscode.workspace.textDocuments) {
			this.check(document);
		}
		this.changed.fire();
	}

	private check(document: vscode.TextDocument): void {
		if (vscode.languages.match({ scheme: 'file', pattern: savedExportPattern }, document) > 0) {
			this.diagnostics.set(document.uri, this.stateOf(document).diagnostics);
		}
	}

	private stateOf(document: vscode.TextDocument): DocumentState {
		const parsed = parseSavedExport(document.getText());
		const placed = parsed.ok ? findSavedProblem(parsed.saved, this.settings.fields) : parsed;
		const ignored = parsed.ok ? parsed.saved.ignored : [];
		const diagnostic = (
			{ start, end }: { readonly start: number; readonly end: number },
			message: string,
			severity: vscode.DiagnosticSeverity,
		) => {
			const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
			const made = new vscode.Diagnostic(range, message, severity);
			made.source = 'App Errors';
			return made;
		};
		const { Error: error, Information: information } = vscode.DiagnosticSeverity;
		return {
			canRun: !placed,
			diagnostics: [
				...(placed ? [diagnostic(placed.at, describeSavedExportProblem(placed.problem), error)] : []),
				...ignored.map(({ name, at }) => diagnostic(at, describeIgnoredMember(name), information)),
			],
		};
	}
}
