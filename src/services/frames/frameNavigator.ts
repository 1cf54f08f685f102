import * as vscode from 'vscode';
import type { FrameTarget } from '../../core/stack/locate/frameTarget';
import type { OpenFrame } from './frames';

/** Where on the screen a source is shown. */
export type Placement = Pick<OpenFrame, 'how' | 'preview'>;

export function locationOf({ file, line1, column1 }: FrameTarget): vscode.Location {
	const position = new vscode.Position(line1 - 1, (column1 ?? 1) - 1);
	return new vscode.Location(vscode.Uri.parse(file.uri, true), position);
}

/** Shows the line in the middle, with the cursor on its first word or where the frame says. */
export async function showTarget(target: FrameTarget, { how, preview }: Placement): Promise<vscode.TextEditor> {
	const { uri } = locationOf(target);
	const document = await vscode.workspace.openTextDocument(uri);
	const line = document.lineAt(Math.min(target.line1, document.lineCount) - 1);
	const column = target.column1 === undefined ? line.firstNonWhitespaceCharacterIndex : target.column1 - 1;
	const place = new vscode.Position(line.lineNumber, Math.min(column, line.text.length));
	const editor = await vscode.window.showTextDocument(document, {
		selection: new vscode.Range(place, place),
		viewColumn: how === 'beside' ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active,
		...(preview && { preview: true, preserveFocus: true }),
	});
	editor.revealRange(line.range, vscode.TextEditorRevealType.InCenter);
	return editor;
}

/** Shows the places in the editor that has the focus; without one, the first place in an editor. */
export async function peekTargets(targets: readonly FrameTarget[], placement: Placement): Promise<void> {
	const [first] = targets;
	const editor = vscode.window.activeTextEditor;
	if (editor) {
		await vscode.commands.executeCommand(
			'editor.action.peekLocations',
			editor.document.uri,
			editor.selection.active,
			targets.map(locationOf),
			'peek',
		);
	} else if (first) {
		await showTarget(first, { ...placement, how: 'beside' });
	}
}
