import * as vscode from 'vscode';

/** Opens an `https` URL in the browser. A `Uri` object would be encoded again, which breaks query parameters. */
export async function openUrl(url: string): Promise<void> {
	await vscode.env.openExternal(url as unknown as vscode.Uri);
}
