import * as vscode from 'vscode';
import { traceScheme } from '../../ids';
import { runCommand } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import type { Services } from '../../services/services';
import { DisposableStore } from '../../shared/disposables';
import { describeGap } from '../../wording/mappingMessages';
import { Dimming } from './dimming';
import { DocumentTraces } from './documentTraces';
import { FrameDefinitionProvider, FrameLinkProvider } from './frameLinkProviders';
import { compareTraceDocuments, maxTextLength, openTraceDocument, openTraceText, type TraceOpening } from './openTrace';
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
import { getSections, libraryRuns } from './traceLines';

const { l10n, languages, workspace } = vscode;

const recordsFile = /\.(?:csv|tsv|json|jsonl|ndjson|parquet)(?:\.(?:gz|zst|zip))?$/i;

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

async function openDropped(dropped: vscode.DataTransfer, opening: TraceOpening): Promise<void> {
	const textOf = async (type: string) => (await dropped.get(type)?.asString()) ?? '';
	const files = (await textOf('text/uri-list')).split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
	for (const file of files.map((address) => vscode.Uri.parse(address, true))) {
		await (recordsFile.test(file.path) ? runCommand('appErrors.openResultsView', file) : openCrashFile(file, opening));
	}
	if (files.length === 0) {
		await openTraceText(await textOf('text/plain'), vscode.l10n.t('The text contains no stack trace.'), opening);
	}
}

class TraceFolding implements vscode.FoldingRangeProvider {
	readonly onDidChangeFoldingRanges: vscode.Event<void>;

	constructor(
		private readonly traces: DocumentTraces,
		private readonly frames: Frames,
	) {
		this.onDidChangeFoldingRanges = frames.onDidChange;
	}

	async provideFoldingRanges(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
		const sections = getSections(document, await this.traces.of(document), this.frames);
		return sections.flatMap((section) => [
			...(section.lastLine > section.firstLine ? [new vscode.FoldingRange(section.firstLine, section.lastLine)] : []),
			...libraryRuns(section).map(([first, last]) => new vscode.FoldingRange(first, last)),
		]);
	}
}

class GapHovers implements vscode.HoverProvider {
	constructor(private readonly documents: Pick<TraceDocuments, 'getOrigin'>) {}

	provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
		const gap = this.documents.getOrigin(document.uri, line)?.gap;
		const words = gap && new vscode.MarkdownString().appendText(describeGap(gap));
		return words && new vscode.Hover(words, document.lineAt(line).range);
	}
}

async function chooseCrashFile(opening: TraceOpening): Promise<void> {
	const [file] =
		(await vscode.window.showOpenDialog({ title: l10n.t('Open Crash File'), openLabel: l10n.t('Open') })) ?? [];
	await (file && openCrashFile(file, opening));
}

/** Opens the stack traces in a file. If the file is large, opens it as a text document with links for its frames. */
async function openCrashFile(file: vscode.Uri, opening: TraceOpening): Promise<void> {
	const { size } = await workspace.fs.stat(file);
	if (size > maxTextLength) {
		await vscode.commands.executeCommand('vscode.open', file, { preview: false });
		return;
	}
	const text = await workspace.decode(await workspace.fs.readFile(file), { uri: file });
	await openTraceText(text, l10n.t('{0} contains no stack trace.', workspace.asRelativePath(file)), opening);
}
