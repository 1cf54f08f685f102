import * as vscode from 'vscode';
import { isManifest } from '../../core/kept/model/names';
import { contextKeys } from '../../ids';
import type { Services } from '../../services/services';
import { type ExportNode, type KeptNode, pathOfRecords } from '../../services/treeNodes';
import { DisposableStore } from '../../shared/disposables';
import { ContextKey } from '../../vscode/contextKey';
import { logFault } from '../../vscode/logFault';
import { CodeLenses } from './codeLenses';
import { ErrorsHere } from './errorsHere';
import { chooseFileWithErrors } from './filesWithErrors';
import { LineMarks } from './lineMarks';
import { MarkedDocuments } from './markedDocuments';
import { MarkHovers } from './markHovers';
import { MarksStatus } from './marksStatus';
import { showGroup } from './showGroup';

/** What the records say on the lines of the code. The editor is asked nothing as long as no records are shown in the code. */
export function register(services: Services): vscode.Disposable {
	const { codeSources, commands, log, recordsInView, settings, usedInCode } = services;
	const store = new DisposableStore();
	const state = new ContextKey<'none' | 'shown' | 'hidden'>(contextKeys.codeMarks);
	const onFault = (error: unknown) => logFault(log, 'errors in code', error);
	let hidden = false;
	const isHidden = () => hidden;
	const documents = store.add(new MarkedDocuments(services, onFault));
	const here = new ErrorsHere(documents, services, isHidden);
	let drawn: Drawn | undefined;
	store.add({ dispose: () => drawn?.dispose() });

	const look = () => {
		const isWanted = codeSources.any && settings.codeMarks !== 'off';
		if (isWanted && !drawn) {
			drawn = new Drawn(documents, settings, isHidden);
		} else if (!isWanted) {
			drawn?.dispose();
			drawn = undefined;
		}
		state.set(!isWanted ? 'none' : hidden ? 'hidden' : 'shown');
	};
	const hide = (isToBe: boolean) => {
		hidden = isToBe;
		look();
		drawn?.redraw();
	};
	store.add(codeSources.onDidChange(look));
	store.add(
		settings.onDidChange('appErrors.codeMarks', () => {
			look();
			drawn?.redraw();
		}),
	);
	store.add(
		recordsInView.onDidChange(() => {
			for (const { uri } of recordsInView.all) {
				// Who looks at kept records in a workspace wants them in its code from then on.
				if (isManifest(uri.fsPath)) {
					usedInCode.suggest(uri.fsPath).catch(onFault);
				}
			}
		}),
	);

	store.add(commands.register('appErrors.errorsOfFunction', (place) => here.ofFunction(place)));
	store.add(commands.register('appErrors.errorsOfLine', (place) => here.ofLine(place)));
	store.add(commands.register('appErrors.nextLineWithErrors', () => here.step(1)));
	store.add(commands.register('appErrors.previousLineWithErrors', () => here.step(-1)));
	store.add(commands.register('appErrors.filesWithErrors', () => chooseFileWithErrors(services)));
	store.add(commands.register('appErrors.showCodeGroup', (path, key) => showGroup(path, key, services)));
	store.add(commands.register('appErrors.hideCodeMarks', () => hide(true)));
	store.add(commands.register('appErrors.showCodeMarks', () => hide(false)));
	const use = (used: boolean) => (node?: ExportNode | KeptNode) => {
		const path = node && pathOfRecords(node);
		return path && usedInCode.set(path, used);
	};
	store.add(commands.register('appErrors.useInCode', use(true)));
	store.add(commands.register('appErrors.doNotUseInCode', use(false)));
	look();
	return store;
}

/** All that is drawn. */
class Drawn implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly lenses: CodeLenses;
	private readonly lines: LineMarks;
	private readonly status: MarksStatus;

	constructor(documents: MarkedDocuments, settings: Services['settings'], isHidden: () => boolean) {
		this.lenses = this.store.add(new CodeLenses(documents, settings, isHidden));
		this.lines = this.store.add(new LineMarks(documents, this.lenses, settings, isHidden));
		this.status = this.store.add(new MarksStatus(documents, isHidden));
		const everywhere: vscode.DocumentSelector = [{ scheme: 'file' }, { scheme: 'vscode-remote' }];
		this.store.add(vscode.languages.registerCodeLensProvider(everywhere, this.lenses));
		this.store.add(vscode.languages.registerHoverProvider(everywhere, new MarkHovers(documents, settings, isHidden)));
	}

	redraw(): void {
		this.lenses.refresh();
		this.lines.draw();
		this.status.draw();
	}

	dispose(): void {
		this.store.dispose();
	}
}
