import * as vscode from 'vscode';
import type { SyncedSetEntry } from '../../engine/protocol';
import { openRecords } from '../../services/openRecords';

export async function openSyncedSet({ known }: SyncedSetEntry): Promise<void> {
	if (known) {
		await openRecords(vscode.Uri.file(known.manifest), 'results');
	}
}
