import * as vscode from 'vscode';

/**
 * Opens an `https` URL in the browser. Passes a string, because VS Code would encode a `Uri` object again and break
 * query parameters.
 */
export async function openUrl(url: string): Promise<void> {
	await vscode.env.openExternal(url as unknown as vscode.Uri);
}
