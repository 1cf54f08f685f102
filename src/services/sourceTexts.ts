import * as vscode from 'vscode';
import type { SourceFile } from '../core/stack/locate/model';
import { maxSourceLength } from '../core/stack/locate/sourceWorld';

/** A few frames ask for the same few files one after the other. */
const mostTexts = 64;

/** The texts of the workspace's sources as a person sees them: unsaved changes included. */
export class SourceTexts {
	/** By address, the one used last at the end. */
	private readonly known = new Map<string, { readonly stamp: string; readonly text: string }>();

	/** @returns undefined for what is not there, cannot be read, or is too large to be written by a person. */
	async read(file: SourceFile, signal: AbortSignal | undefined): Promise<string | undefined> {
		const uri = vscode.Uri.parse(file.uri, true);
		const key = uri.toString();
		const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
		if (open) {
			return open.getText();
		}
		try {
			const { size, mtime } = await vscode.workspace.fs.stat(uri);
			signal?.throwIfAborted();
			// A character of UTF-8 has at most four bytes.
			if (size > 4 * maxSourceLength) {
				return undefined;
			}
			const stamp = `${size} ${mtime}`;
			const known = this.known.get(key);
			const text = known?.stamp === stamp ? known.text : await decode(await vscode.workspace.fs.readFile(uri), uri);
			this.keep(key, stamp, text);
			return text;
		} catch (error) {
			if (error instanceof vscode.FileSystemError) {
				return undefined;
			}
			throw error;
		}
	}

	private keep(key: string, stamp: string, text: string): void {
		this.known.delete(key);
		this.known.set(key, { stamp, text });
		const [oldest] = this.known.keys();
		if (this.known.size > mostTexts && oldest !== undefined) {
			this.known.delete(oldest);
		}
	}
}

/** The settings say what a file is that is not UTF-8, as nearly all are; the editor is asked about no others. */
async function decode(bytes: Uint8Array, uri: vscode.Uri): Promise<string> {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return vscode.workspace.decode(bytes, { uri });
	}
}
