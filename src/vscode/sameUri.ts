import type { Uri } from 'vscode';
import { isSamePath } from '../core/files/pathRules';

/** Whether two URIs name the same file, even if the letter case of their paths differs on Windows or macOS. */
export function isSameUri(a: Uri, b: Uri): boolean {
	return a.scheme === 'file' && b.scheme === 'file' ? isSamePath(a.fsPath, b.fsPath) : a.toString() === b.toString();
}
