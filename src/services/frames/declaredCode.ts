import * as vscode from 'vscode';
import { headOfFile } from '../../core/files/headOfFile';
import { declaredModules, declaredNames, declaringFiles, headLength } from '../../core/stack/locate/declaredNames';
import type { SourceFile } from '../../core/stack/locate/frameTarget';
import type { SourceIndex } from '../../core/stack/locate/sourceIndex';
import { noOwnCode, OwnCode, type OwnName } from '../../core/stack/own/ownCode';

/** So that whatever a person waits for is read between them. */
const readAtOnce = 8;

/** What the files of the workspace declare, each read once: packages are rarely renamed within a file. */
export class DeclaredCode implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChange = this.changed.event;

	/** By address. */
	private known: ReadonlyMap<string, readonly OwnName[]> = new Map();
	private latest = 0;
	private own: OwnCode = noOwnCode;

	/** As far as it is known by now. */
	get current(): OwnCode {
		return this.own;
	}

	/** Reads what is new in an index. A later call takes the place of one that is under way. */
	async look(index: SourceIndex): Promise<void> {
		const look = ++this.latest;
		const files = declaringFiles(index);
		const names = new Map<string, readonly OwnName[]>();
		for (let start = 0; start < files.length; start += readAtOnce) {
			await Promise.all(
				files.slice(start, start + readAtOnce).map(async (file) => {
					names.set(file.uri, this.known.get(file.uri) ?? (await namesIn(file)));
				}),
			);
			if (look !== this.latest) {
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

/** None of a file that cannot be read. */
async function namesIn(file: SourceFile): Promise<readonly OwnName[]> {
	const uri = vscode.Uri.parse(file.uri, true);
	try {
		const head =
			uri.scheme === 'file' ? await headOfFile(uri.fsPath, headLength) : await vscode.workspace.fs.readFile(uri);
		return declaredNames(file, new TextDecoder().decode(head.subarray(0, headLength)));
	} catch {
		return [];
	}
}
