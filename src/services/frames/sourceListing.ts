import * as vscode from 'vscode';
import { excludeGlob, isIndexed, sourceGlob } from '../../core/stack/locate/sourceFiles';

/** Maximum number of folders to list. Each folder requires a request to the file system provider. */
const maxFolders = 2_000;
const askedAtOnce = 16;

interface SourceListing {
	readonly files: readonly vscode.Uri[];
	readonly capped: boolean;
}

/**
 * Lists the source files. If searching finds none, lists folders, because some file systems don't support searching.
 */
export async function listSources(most: number, token: vscode.CancellationToken): Promise<SourceListing> {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (folders.length === 0) {
		return { files: [], capped: false };
	}
	const found = await vscode.workspace.findFiles(sourceGlob, excludeGlob, most + 1, token);
	// Removes duplicates, because files in nested workspace folders are found more than once.
	let files = folders.length > 1 ? [...new Map(found.map((file) => [file.toString(), file])).values()] : found;
	let capped = files.length > most;
	for (const { uri } of folders.filter((folder) => folder.uri.scheme !== 'file' && !hasSome(folder, files))) {
		const listed = await traverse(uri, Math.max(0, most - files.length), token);
		files = files.concat(listed.files);
		capped ||= listed.capped;
	}
	return { files: files.slice(0, most), capped };
}

function hasSome({ index }: vscode.WorkspaceFolder, files: readonly vscode.Uri[]): boolean {
	return files.some((file) => vscode.workspace.getWorkspaceFolder(file)?.index === index);
}

/** Lists the files in a folder level by level. If the limit is reached, only the deepest files are omitted. */
async function traverse(root: vscode.Uri, most: number, token: vscode.CancellationToken): Promise<SourceListing> {
	const files: vscode.Uri[] = [];
	const queue: { readonly uri: vscode.Uri; readonly path: string }[] = [{ uri: root, path: '' }];
	let listed = 0;
	while (queue.length > 0 && listed < maxFolders && files.length < most && !token.isCancellationRequested) {
		const next = queue.splice(0, askedAtOnce);
		listed += next.length;
		const entries = await Promise.all(next.map(({ uri }) => entriesOf(uri)));
		for (const [at, { uri, path }] of next.entries()) {
			for (const [name, type] of entries[at] ?? []) {
				const entry = { uri: vscode.Uri.joinPath(uri, name), path: path === '' ? name : `${path}/${name}` };
				if (type === vscode.FileType.File && isIndexed(entry.path)) {
					files.push(entry.uri);
				} else if (type === vscode.FileType.Directory && isIndexed(`${entry.path}/a.kt`)) {
					queue.push(entry);
				}
			}
		}
	}
	return { files: files.slice(0, most), capped: queue.length > 0 || files.length > most };
}

async function entriesOf(folder: vscode.Uri): Promise<readonly [string, vscode.FileType][]> {
	try {
		return await vscode.workspace.fs.readDirectory(folder);
	} catch {
		return [];
	}
}
