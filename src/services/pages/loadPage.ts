import * as vscode from 'vscode';
import { newNonce, pageHtml } from './pageHtml';

/** Loads a page into a webview. The page can't access other resources. A new nonce makes the page reload. */
export function loadPage(
	webview: vscode.Webview,
	extensionUri: vscode.Uri,
	name: 'results' | 'comparison' | 'overview',
): void {
	const root = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
	const resource = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(root, file)).toString();
	webview.options = { enableScripts: true, localResourceRoots: [root] };
	webview.html = pageHtml({
		script: resource(`${name}.js`),
		style: resource(`${name}.css`),
		cspSource: webview.cspSource,
		nonce: newNonce(),
		language: vscode.env.language,
		retry: vscode.l10n.t('Retry'),
		reading: vscode.l10n.t('Reading the records…'),
	});
}

/**
 * Returns true for the first message of a new page. Messages for the previous page must then be dropped, because the
 * new page reuses their request IDs.
 */
export function beginsPage(message: unknown): boolean {
	return typeof message === 'object' && message !== null && 'method' in message && message.method === 'ready';
}
