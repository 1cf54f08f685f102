import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { isManifest } from '../../core/sync/model/names';
import { contextKeys } from '../../ids';
import { needsRow } from '../../services/commands';
import type { Services } from '../../services/services';
import { type ExportNode, pathOfRecords, type SyncedSetNode } from '../../services/treeNodes';
import { DisposableOwner, DisposableStore } from '../../shared/disposables';
import { ContextKey } from '../../vscode/contextKey';
import { logFault } from '../../vscode/logFault';
import { describeLeftOfFile, describeMarksOfFile } from '../../wording/codeMarkMessages';
import { CodeLenses, getThrowers } from './codeLenses';
import { ErrorsHere } from './errorsHere';
import { chooseFileWithErrors } from './filesWithErrors';
import { LineMarks } from './lineMarks';
import { MarkedDocuments } from './markedDocuments';
import { MarkHovers } from './markHovers';
import { showGroup } from './showGroup';

/** Registers code marks. Their code lenses and hovers exist only while records are used for code marks. */
export function register(services: Services): vscode.Disposable {
	const { codeSources, commands, log, recordsInView, settings, usedInCode } = services;
	const store = new DisposableStore();
	const state = new ContextKey<'none' | 'shown' | 'hidden'>(contextKeys.codeMarks);
	const onFault = (error: unknown) => logFault(log, 'errors in code', error);
	let hidden = false;
	const isHidden = () => hidden;
	const documents = store.add(new MarkedDocuments(services, onFault));
	const here = new ErrorsHere(documents, services, isHidden);
	let drawn: DrawnMarks | undefined;
	store.add({ dispose: () => drawn?.dispose() });

	const update = () => {
		const isWanted = codeSources.any && settings.codeMarks !== 'off';
		if (isWanted && !drawn) {
			drawn = new DrawnMarks(documents, settings, isHidden);
		} else if (!isWanted) {
			drawn?.dispose();
			drawn = undefined;
		}
		state.set(!isWanted ? 'none' : hidden ? 'hidden' : 'shown');
	};
	const hide = (isToBe: boolean) => {
		hidden = isToBe;
		update();
		drawn?.redraw();
	};
	store.add(codeSources.onDidChange(update));
	store.add(
		settings.onDidChange('appErrors.codeMarks', () => {
			update();
			drawn?.redraw();
		}),
	);
	store.add(
		recordsInView.onDidChange(() => {
			for (const { uri } of recordsInView.all) {
				// Opening synced records enables code marks for them, unless the user has disabled them.
				if (isManifest(uri.fsPath)) {
					usedInCode.suggest(uri.fsPath).catch(onFault);
				}
			}
		}),
	);

	store.add(commands.register('appErrors.showErrorsInFunction', (place) => here.ofFunction(place)));
	store.add(commands.register('appErrors.showErrorsOnLine', (place) => here.ofLine(place)));
	store.add(commands.register('appErrors.goToNextLineWithErrors', () => here.step(1)));
	store.add(commands.register('appErrors.goToPreviousLineWithErrors', () => here.step(-1)));
	store.add(commands.register('appErrors.goToFileWithErrors', () => chooseFileWithErrors(services)));
	store.add(commands.register('appErrors.showCodeMarkGroup', (path, key) => showGroup(path, key, services)));
	store.add(commands.register('appErrors.hideCodeMarks', () => hide(true)));
	store.add(commands.register('appErrors.showCodeMarks', () => hide(false)));
	const use = (used: boolean) =>
		needsRow((node: ExportNode | SyncedSetNode) => {
			const path = pathOfRecords(node);
			return path && usedInCode.set(path, used);
		});
	store.add(commands.register('appErrors.showInEditor', use(true)));
	store.add(commands.register('appErrors.hideFromEditor', use(false)));
	update();
	return store;
}

class DrawnMarks extends DisposableOwner {
	private readonly lenses: CodeLenses;
	private readonly lines: LineMarks;
	private readonly status: MarksStatus;

	constructor(documents: MarkedDocuments, settings: Services['settings'], isHidden: () => boolean) {
		super();
		this.lenses = this.owned.add(new CodeLenses(documents, settings, isHidden));
		this.lines = this.owned.add(new LineMarks(documents, this.lenses, settings, isHidden));
		this.status = this.owned.add(new MarksStatus(documents, isHidden));
		const everywhere: vscode.DocumentSelector = [{ scheme: 'file' }, { scheme: 'vscode-remote' }];
		this.owned.add(vscode.languages.registerCodeLensProvider(everywhere, this.lenses));
		this.owned.add(vscode.languages.registerHoverProvider(everywhere, new MarkHovers(documents, settings, isHidden)));
	}

	redraw(): void {
		this.lenses.refresh();
		this.lines.draw();
		this.status.draw();
	}
}

/** Status bar item with the number of functions in the active file that threw errors. Hidden if the number is 0. */
class MarksStatus extends DisposableOwner {
	private readonly item = this.owned.add(
		vscode.window.createStatusBarItem('appErrors.codeMarks', vscode.StatusBarAlignment.Right),
	);

	constructor(
		private readonly documents: MarkedDocuments,
		private readonly isHidden: () => boolean,
	) {
		super();
		this.item.name = vscode.l10n.t('Errors in Source Files');
		this.item.command = 'appErrors.goToNextLineWithErrors';
		this.owned.add(documents.onDidChange(() => this.draw()));
		this.owned.add(vscode.window.onDidChangeActiveTextEditor(() => this.draw()));
		this.draw();
	}

	draw(): void {
		const { document } = vscode.window.activeTextEditor ?? {};
		const marks = document && !this.isHidden() ? this.documents.of(document) : undefined;
		if (
			!document ||
			!marks ||
			(marks.lines.length === 0 && marks.left.unsure + marks.left.gone + marks.left.unread === 0)
		) {
			this.item.hide();
			return;
		}
		const name = baseName(document.uri.path);
		const functions = getThrowers(marks).length;
		this.item.text = `$(warning) ${functions}`;
		const facts = [describeMarksOfFile(functions, marks.lines.length, name), ...describeLeftOfFile(marks.left, name)];
		this.item.tooltip = facts.join('\n');
		this.item.accessibilityInformation = { label: facts.join(' ') };
		this.item.show();
	}
}
