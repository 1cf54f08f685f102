import { readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { SourceFile } from '../../core/stack/locate/frameTarget';
import { maxSourceLength } from '../../core/stack/locate/outline/maxSourceLength';
import { RecentCache } from '../../shared/recentCache';

/** A few frames ask for the same few files one after the other. */
const maxTexts = 64;

/** The texts of the workspace's sources as a person sees them: unsaved changes included. */
export class SourceTexts {
	/** By address. */
	private readonly known = new RecentCache<string, { readonly stamp: string; readonly text: string }>(maxTexts);

	/** @returns undefined for what is not there, cannot be read, or is too large to be written by a person. */
	async read(file: SourceFile, signal: AbortSignal | undefined): Promise<string | undefined> {
		const uri = vscode.Uri.parse(file.uri, true);
		const key = uri.toString();
		const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
		if (open) {
			return open.getText();
		}
		try {
			const disk = uri.scheme === 'file' ? onDisk : inEditor;
			const { size, mtime } = await disk.stat(uri);
			signal?.throwIfAborted();
			// A character of UTF-8 has at most four bytes.
			if (size > 4 * maxSourceLength) {
				return undefined;
			}
			const stamp = `${size} ${mtime}`;
			const known = this.known.get(key);
			const text = known?.stamp === stamp ? known.text : await decode(await disk.readFile(uri), uri);
			this.known.set(key, { stamp, text });
			return text;
		} catch (error) {
			if (signal?.aborted) {
				throw error;
			}
			return undefined;
		}
	}
}

interface Disk {
	stat(uri: vscode.Uri): PromiseLike<{ readonly size: number; readonly mtime: number }>;
	readFile(uri: vscode.Uri): PromiseLike<Uint8Array>;
}

/** Each call of the editor's file system goes to its window and back first, which is most of what a click costs. */
const onDisk: Disk = {
	stat: async ({ fsPath }) => {
		const stats = await stat(fsPath);
		if (!stats.isFile()) {
			// What is no file may never end.
			throw new vscode.FileSystemError(fsPath);
		}
		const { size, mtimeMs } = stats;
		return { size, mtime: mtimeMs };
	},
	readFile: ({ fsPath }) => readFile(fsPath),
};

const inEditor: Disk = {
	stat: (uri) => vscode.workspace.fs.stat(uri),
	readFile: (uri) => vscode.workspace.fs.readFile(uri),
};

/** The settings say what a file is that is not UTF-8, as nearly all are; the editor is asked about no others. */
async function decode(bytes: Uint8Array, uri: vscode.Uri): Promise<string> {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return vscode.workspace.decode(bytes, { uri });
	}
}
