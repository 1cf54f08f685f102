import * as vscode from 'vscode';

/** Opens an `https` URL in the browser. Passing a `Uri` would encode the URL again and break its query parameters. */
export async function openUrl(url: string): Promise<void> {
	await vscode.env.openExternal(url as unknown as vscode.Uri);
}
