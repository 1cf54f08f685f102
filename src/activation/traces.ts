import * as vscode from 'vscode';
import type { FrameDocumentLink } from '../features/stackLinks/frameLinkProviders';
import type { FrameTerminalLink } from '../features/stackLinks/terminalLinks';
import { isLarge, isWorthReading, lineMayHoldTrace, linkedDocuments } from '../features/stackLinks/traceLanguage';
import { traceScheme } from '../ids';
import type { Product } from '../product';
import { DisposableStore } from '../shared/disposables';
import type { FirstUse } from './firstUse';

/** Registers the stack trace features. App Errors starts when a document or terminal line may contain a stack trace. */
export function registerTraces(product: FirstUse<Product>): vscode.Disposable {
	const store = new DisposableStore();
	const concerns = (document: vscode.TextDocument) => product.started || isWorthReading(document);

	const links: vscode.DocumentLinkProvider<FrameDocumentLink> = {
		provideDocumentLinks: async (document, token) =>
			concerns(document) ? (await product.get()).links.provideDocumentLinks(document, token) : [],
		resolveDocumentLink: async (link) => (await product.get()).links.resolveDocumentLink(link),
	};
	store.add(vscode.languages.registerDocumentLinkProvider(linkedDocuments, links));

	const definitions: vscode.DefinitionProvider = {
		provideDefinition: async (document, ...parameters) =>
			concerns(document) || isLarge(document)
				? (await product.get()).definitions.provideDefinition(document, ...parameters)
				: undefined,
	};
	store.add(vscode.languages.registerDefinitionProvider(linkedDocuments, definitions));

	const terminalLinks: vscode.TerminalLinkProvider<FrameTerminalLink> = {
		provideTerminalLinks: async (context, token) =>
			product.started || lineMayHoldTrace(context.line)
				? (await product.get()).terminalLinks.provideTerminalLinks(context, token)
				: [],
		handleTerminalLink: async (link) => (await product.get()).terminalLinks.handleTerminalLink(link),
	};
	store.add(vscode.window.registerTerminalLinkProvider(terminalLinks));

	const texts: vscode.TextDocumentContentProvider = {
		onDidChange: product.event((made) => made.traceDocuments.onDidChange),
		provideTextDocumentContent: async (uri, token) =>
			(await product.get()).traceDocuments.provideTextDocumentContent(uri, token),
	};
	store.add(vscode.workspace.registerTextDocumentContentProvider(traceScheme, texts));
	return store;
}
