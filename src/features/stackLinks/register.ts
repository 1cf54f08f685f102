import * as vscode from 'vscode';
import { traceScheme } from '../../ids';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { Dimming } from './dimming';
import { DocumentTraces } from './documentTraces';
import { TraceFolding } from './folding';
import { FrameDefinitionProvider, FrameLinkProvider } from './frameLinkProviders';
import { GapHovers } from './gapHovers';
import { chooseCrashFile } from './openCrashFile';
import { openDropped } from './openDropped';
import { compareTraceDocuments, openTraceDocument, openTraceText } from './openTrace';
import { TraceOutline } from './outline';
import { selectedText } from './selectedText';
import { FrameTerminalLinks } from './terminalLinks';
import {
	chooseMappingOfDocument,
	goToFirstOwnFrame,
	openFrameAt,
	symbolicateDocument,
	toggleOriginal,
} from './traceCommands';
import { TraceDocuments } from './traceDocuments';
import { traceDocuments } from './traceLanguage';
import { TraceLenses } from './traceLenses';

const { l10n, languages } = vscode;

export function register({ commands, engine, frames, mappings, notifier }: Services) {
	const store = new DisposableStore();
	const traces = store.add(new DocumentTraces(engine));
	const documents = store.add(new TraceDocuments(engine, mappings));
	const opening = { engine, frames, traces, documents };

	store.add(languages.registerFoldingRangeProvider(traceDocuments, new TraceFolding(traces, frames)));
	store.add(languages.registerDocumentSymbolProvider(traceDocuments, new TraceOutline(traces, frames)));
	store.add(languages.registerCodeLensProvider({ scheme: traceScheme }, new TraceLenses(documents, traces)));
	store.add(languages.registerHoverProvider({ scheme: traceScheme }, new GapHovers(documents)));
	store.add(new Dimming(traces, frames, (error) => notifier.error(error, 'dimming')));

	store.add(
		commands.register('appErrors.openTraceDocument', (document, column) =>
			openTraceDocument(document, opening, column),
		),
	);
	store.add(
		commands.register('appErrors.compareTraceDocuments', (pair, column) =>
			compareTraceDocuments(pair, documents, column),
		),
	);
	store.add(
		commands.register('appErrors.openTraceFromClipboard', async () =>
			openTraceText(await vscode.env.clipboard.readText(), l10n.t('The clipboard contains no stack trace.'), opening),
		),
	);
	store.add(commands.register('appErrors.openCrashFile', () => chooseCrashFile(opening)));
	store.add(commands.register('appErrors.openDropped', (dropped) => openDropped(dropped, opening)));
	store.add(
		commands.register('appErrors.openTraceFromSelection', async (from) => {
			const text = await selectedText(from, traces);
			if (text !== undefined) {
				await openTraceText(text, l10n.t('The selection contains no stack trace.'), opening);
			}
		}),
	);
	store.add(commands.register('appErrors.goToFirstOwnFrame', () => goToFirstOwnFrame(traces, documents, frames)));
	store.add(
		commands.register('appErrors.openFrameAt', (address, offset) =>
			openFrameAt(address, offset, traces, documents, frames),
		),
	);
	const onTrace = (run: (uri: vscode.Uri) => Promise<void>) => async (uri?: vscode.Uri) => {
		const target = uri ?? vscode.window.activeTextEditor?.document.uri;
		if (target) {
			await run(target);
		}
	};
	store.add(
		commands.register(
			'appErrors.toggleOriginalTrace',
			onTrace((uri) => toggleOriginal(uri, documents, mappings)),
		),
	);
	store.add(
		commands.register(
			'appErrors.chooseTraceMapping',
			onTrace((uri) => chooseMappingOfDocument(uri, documents, mappings)),
		),
	);
	store.add(
		commands.register(
			'appErrors.symbolicateTrace',
			onTrace((uri) => symbolicateDocument(uri, documents, mappings)),
		),
	);
	return {
		documents,
		links: new FrameLinkProvider(traces, frames),
		definitions: new FrameDefinitionProvider(traces, documents, frames),
		terminalLinks: new FrameTerminalLinks(engine, frames),
		dispose: () => store.dispose(),
	};
}
