import * as vscode from 'vscode';
import type { FrameQuestion } from '../../core/stack/locate/frameTarget';
import type { EngineClient } from '../../engine/engineClient';
import { getTraces } from '../../engine/tracesOf';
import type { Frames } from '../../services/frames/frames';
import { framesByLine } from './documentTraces';
import { lineMayHoldTrace } from './traceLanguage';

export class FrameTerminalLink extends vscode.TerminalLink {
	constructor(
		start: number,
		length: number,
		readonly question: FrameQuestion,
		tooltip: string,
	) {
		super(start, length, tooltip);
	}
}

/** Provides links for frames in terminals, where VS Code passes only one line at a time. */
export class FrameTerminalLinks implements vscode.TerminalLinkProvider<FrameTerminalLink> {
	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly frames: Frames,
	) {}

	async provideTerminalLinks(
		{ line }: vscode.TerminalLinkContext,
		token: vscode.CancellationToken,
	): Promise<FrameTerminalLink[]> {
		if (!lineMayHoldTrace(line)) {
			return [];
		}
		const { traces } = await getTraces(this.engine, { text: line, format: 'text' });
		if (traces.length === 0) {
			return [];
		}
		await this.frames.ready;
		if (token.isCancellationRequested) {
			return [];
		}
		return traces.flatMap(({ trace, links }) => {
			const byLine = framesByLine(trace);
			return links.flatMap(({ line: number, start, end }) => {
				const frame = byLine.get(number);
				return frame && this.frames.frameStatus(frame) === 'own'
					? [new FrameTerminalLink(start, end - start, { frame, trace }, getTooltip(frame))]
					: [];
			});
		});
	}

	async handleTerminalLink({ question }: FrameTerminalLink): Promise<void> {
		await this.frames.open({ ...question, where: 'here' });
	}
}

function getTooltip({ enclosing, method, file }: FrameQuestion['frame']): string {
	const name = enclosing ? [enclosing.type.split('.').at(-1), enclosing.method].filter(Boolean).join('.') : method;
	return vscode.l10n.t('Go to {0}', name ?? file ?? '');
}
