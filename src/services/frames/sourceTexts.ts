import { readFile, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { SourceFile } from '../../core/stack/locate/frameTarget';
import { maxSourceLength } from '../../core/stack/locate/outline/maxSourceLength';
import { RecentCache } from '../../shared/recentCache';

/**
 * Maximum number of files whose text is cached. Caching is useful because consecutive frames usually refer to the same
 * files.
 */
const maxTexts = 64;

export class SourceTexts {
	private readonly known = new RecentCache<string, { readonly stamp: string; readonly text: string }>(maxTexts);

	/** Returns a file's text, or undefined if the file doesn't exist, can't be read, or is too large for source code. */
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
			// Files that are too long in any encoding are not read. Encodings use at most four bytes per UTF-16 code unit.
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

/** Reads files directly. The file system API of VS Code is slow, because it sends each request to another process. */
const onDisk: Disk = {
	stat: async ({ fsPath }) => {
		const stats = await stat(fsPath);
		if (!stats.isFile()) {
			// Only regular files are read, because reading a device or a pipe may never end.
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

/** Decodes a file as UTF-8. If it isn't valid UTF-8, uses the encoding in the settings. */
async function decode(bytes: Uint8Array, uri: vscode.Uri): Promise<string> {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return vscode.workspace.decode(bytes, { uri });
	}
}
