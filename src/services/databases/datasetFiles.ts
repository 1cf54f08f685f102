import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { hashName } from '../../core/common/hash64';
import type { DatabaseAddress } from '../../core/database/databaseAddress';
import {
	type DatasetDocument,
	datasetFileName,
	encodeDatasetDocument,
	nameOfSource,
} from '../../core/database/datasetDocument';
import { applicationFileName, avoidReserved } from '../../core/export/model/names';
import { onDisk } from '../../core/files/diskError';
import { addressKey } from './databases';

/** Documents that represent datasets. A dataset always uses the same folder, so that its view can be restored. */
export class DatasetFiles {
	constructor(private readonly storage: vscode.Uri) {}

	get root(): string {
		return join(this.storage.fsPath, 'datasets');
	}

	/**
	 * Writes the document of a dataset and returns its URI.
	 * @throws AppError `disk`
	 */
	async write(document: DatasetDocument): Promise<vscode.Uri> {
		const text = encodeDatasetDocument(document);
		const source = nameOfSource(document.of);
		const name = avoidReserved(datasetFileName(applicationFileName({ id: 'dataset', name: source })));
		const path = join(this.folderOf(document.connection), hashName(`${document.of.kind} ${source}`), name);
		// An unchanged file is not written, because its open views would report a change.
		if ((await readFile(path, 'utf8').catch(() => undefined)) !== text) {
			await onDisk(path, async () => {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await writeFile(path, text, { mode: 0o600 });
			});
		}
		return vscode.Uri.file(path);
	}

	async removeOf(connection: DatabaseAddress): Promise<void> {
		await rm(this.folderOf(connection), { recursive: true, force: true });
	}

	private folderOf(connection: DatabaseAddress): string {
		return join(this.root, hashName(addressKey(connection)));
	}
}
