import type { Uri } from 'vscode';
import { isSamePath } from '../core/files/pathRules';

/** Returns true if two URIs refer to the same file. Ignores letter case in paths on Windows and macOS. */
export function isSameUri(a: Uri, b: Uri): boolean {
	return a.scheme === 'file' && b.scheme === 'file' ? isSamePath(a.fsPath, b.fsPath) : a.toString() === b.toString();
}
