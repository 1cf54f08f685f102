import * as vscode from 'vscode';
import type { KeptEntry } from '../../engine/protocol';
import { openRecords } from '../../services/openRecords';

/** Opens all parts of a set as one table. */
export async function openKept({ known }: KeptEntry): Promise<void> {
	if (known) {
		await openRecords(vscode.Uri.file(known.manifest), 'results');
	}
}
