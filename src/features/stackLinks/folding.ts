import * as vscode from 'vscode';
import type { Frames } from '../../services/frames/frames';
import type { DocumentTraces } from './documentTraces';
import { getSections, libraryRuns } from './traceLines';

export class TraceFolding implements vscode.FoldingRangeProvider {
	readonly onDidChangeFoldingRanges: vscode.Event<void>;

	constructor(
		private readonly traces: DocumentTraces,
		private readonly frames: Frames,
	) {
		this.onDidChangeFoldingRanges = frames.onDidChange;
	}

	async provideFoldingRanges(document: vscode.TextDocument): Promise<vscode.FoldingRange[]> {
		const sections = getSections(document, await this.traces.of(document), this.frames);
		return sections.flatMap((section) => [
			...(section.lastLine > section.firstLine ? [new vscode.FoldingRange(section.firstLine, section.lastLine)] : []),
			...libraryRuns(section).map(([first, last]) => new vscode.FoldingRange(first, last)),
		]);
	}
}
