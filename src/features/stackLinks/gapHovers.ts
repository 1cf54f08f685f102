import * as vscode from 'vscode';
import { describeGap } from '../../wording/mappingMessages';
import type { TraceDocuments } from './traceDocuments';

export class GapHovers implements vscode.HoverProvider {
	constructor(private readonly documents: Pick<TraceDocuments, 'getOrigin'>) {}

	provideHover(document: vscode.TextDocument, { line }: vscode.Position): vscode.Hover | undefined {
		const gap = this.documents.getOrigin(document.uri, line)?.gap;
		const words = gap && new vscode.MarkdownString().appendText(describeGap(gap));
		return words && new vscode.Hover(words, document.lineAt(line).range);
	}
}
