import * as vscode from 'vscode';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';

interface Placement {
	readonly column: vscode.ViewColumn;
	/** Whether to open a preview, which doesn't take the focus and is replaced by the next preview. */
	readonly preview: boolean;
}

export function getLocation({ file, line1, column1 }: FrameTarget): vscode.Location {
	const position = new vscode.Position(line1 - 1, (column1 ?? 1) - 1);
	return new vscode.Location(vscode.Uri.parse(file.uri, true), position);
}

/** Shows the line in the center of the editor. Places the cursor at the frame's column, or else at the first word. */
export async function showTarget(target: FrameTarget, { column, preview }: Placement): Promise<vscode.TextEditor> {
	const { uri } = getLocation(target);
	const document = await vscode.workspace.openTextDocument(uri);
	const line = document.lineAt(Math.min(target.line1, document.lineCount) - 1);
	const character = target.column1 === undefined ? line.firstNonWhitespaceCharacterIndex : target.column1 - 1;
	const place = new vscode.Position(line.lineNumber, Math.min(character, line.text.length));
	const editor = await vscode.window.showTextDocument(document, {
		selection: new vscode.Range(place, place),
		viewColumn: column,
		...(preview && { preview: true, preserveFocus: true }),
	});
	editor.revealRange(line.range, vscode.TextEditorRevealType.InCenter);
	return editor;
}
