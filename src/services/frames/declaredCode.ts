import * as vscode from 'vscode';
import { headOfFile } from '../../core/files/headOfFile';
import {
	declarationBytes,
	declaredModules,
	declaredNames,
	declaringFiles,
} from '../../core/stack/locate/declaredNames';
import type { SourceFile } from '../../core/stack/locate/frameTarget';
import type { SourceIndex } from '../../core/stack/locate/sourceIndex';
import { noOwnCode, OwnCode, type OwnName } from '../../core/stack/own/ownCode';

/** Maximum number of files to read concurrently. More concurrent reads would delay other file access. */
const readAtOnce = 8;

/**
 * Names declared in the workspace's files. Changed files aren't read again, because their declared names rarely change.
 */
export class DeclaredCode implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.changed.event;

	private known: ReadonlyMap<string, readonly OwnName[]> = new Map();
	private latest = 0;
	private own: OwnCode = noOwnCode;

	get current(): OwnCode {
		return this.own;
	}

	/** Reads the files that were added to the index. A new call supersedes a running call. */
	async update(index: SourceIndex): Promise<void> {
		const call = ++this.latest;
		const files = declaringFiles(index);
		const names = new Map<string, readonly OwnName[]>();
		for (let start = 0; start < files.length; start += readAtOnce) {
			await Promise.all(
				files.slice(start, start + readAtOnce).map(async (file) => {
					names.set(file.uri, this.known.get(file.uri) ?? (await namesIn(file)));
				}),
			);
			if (call !== this.latest) {
				return;
			}
		}
		this.known = names;
		const own = new OwnCode([...declaredModules(index), ...[...names.values()].flat()]);
		if (own.id !== this.own.id) {
			this.own = own;
			this.changed.fire();
		}
	}

	dispose(): void {
		this.latest++;
		this.changed.dispose();
	}
}

async function namesIn(file: SourceFile): Promise<readonly OwnName[]> {
	const uri = vscode.Uri.parse(file.uri, true);
	try {
		const head =
			uri.scheme === 'file' ? await headOfFile(uri.fsPath, declarationBytes) : await vscode.workspace.fs.readFile(uri);
		return declaredNames(file, new TextDecoder().decode(head.subarray(0, declarationBytes)));
	} catch {
		return [];
	}
}
