import * as vscode from 'vscode';
import { describeGap } from '../../wording/mappingMessages';
import type { TraceDocuments } from './traceDocuments';

/** Says at a frame why the mapping that deobfuscated its trace has nothing more to say of it. */
export class GapHovers implements vscode.HoverProvider {
	constructor(private readonly documents: Pick<TraceDocuments, 'originOf'>) {}

	provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
		const gap = this.documents.originOf(document.uri, line)?.gap;
		const words = gap && new vscode.MarkdownString().appendText(describeGap(gap));
		return words && new vscode.Hover(words, document.lineAt(line).range);
	}
}
