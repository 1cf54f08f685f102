import * as vscode from 'vscode';
import { manifestName } from '../../core/kept/model/names';
import type { KeptEntry } from '../../engine/protocol';
import { openRecords } from '../../services/openRecords';

/** Opens all parts of a set as one table. */
export function openKept({ folder }: KeptEntry): Promise<void> {
	return openRecords(vscode.Uri.joinPath(vscode.Uri.file(folder), manifestName), 'results');
}
