import * as vscode from 'vscode';

export class MemoryFiles implements vscode.FileSystemProvider, vscode.Disposable {
	private readonly registered: vscode.Disposable;
	private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
	readonly onDidChangeFile = this.changed.event;

	/** @param files Contents by path. Reading other folders fails */
	constructor(
		scheme: string,
		private readonly files: Readonly<Record<string, string>>,
	) {
		this.registered = vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true });
	}

	watch(): vscode.Disposable {
		return new vscode.Disposable(() => undefined);
	}

	stat({ path }: vscode.Uri): vscode.FileStat {
		const text = this.files[path];
		const type = text === undefined ? vscode.FileType.Directory : vscode.FileType.File;
		return { type, ctime: 0, mtime: 0, size: Buffer.byteLength(text ?? '') };
	}

	readDirectory(uri: vscode.Uri): [string, vscode.FileType][] {
		const inside = Object.keys(this.files).filter((path) => path.startsWith(`${uri.path}/`));
		if (inside.length === 0) {
			throw vscode.FileSystemError.Unavailable(uri);
		}
		const parts = inside.map((path) => path.slice(uri.path.length + 1).split('/'));
		const types = new Map(
			parts.map(([name = '', ...more]) => [name, more.length > 0 ? vscode.FileType.Directory : vscode.FileType.File]),
		);
		return [...types];
	}

	readFile(uri: vscode.Uri): Uint8Array {
		const text = this.files[uri.path];
		if (text === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		return Buffer.from(text);
	}

	writeFile = readonly;
	createDirectory = readonly;
	delete = readonly;
	rename = readonly;

	dispose(): void {
		this.registered.dispose();
		this.changed.dispose();
	}
}

function readonly(uri: vscode.Uri): never {
	throw vscode.FileSystemError.NoPermissions(uri);
}
