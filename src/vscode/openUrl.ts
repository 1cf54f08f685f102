import * as vscode from 'vscode';

/** Opens an `https` URL in the browser. A `Uri` would be encoded again, which breaks the parameters of a query. */
export async function openUrl(url: string): Promise<void> {
	await vscode.env.openExternal(url as unknown as vscode.Uri);
}
