import * as vscode from 'vscode';
import { newNonce, pageHtml } from './pageHtml';

/**
 * Loads one of our pages into a webview, which may load nothing from anywhere else. It has a nonce of its own, so that
 * loading it again begins it anew.
 * @param name Of its script and its sheet.
 */
export function loadPage(webview: vscode.Webview, extensionUri: vscode.Uri, name: 'results' | 'comparison'): void {
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

/** Whether a message is the first of a page. One that was out of sight counts its requests from the start again. */
export function beginsPage(message: unknown): boolean {
	return typeof message === 'object' && message !== null && 'method' in message && message.method === 'ready';
}
