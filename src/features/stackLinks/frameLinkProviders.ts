import * as vscode from 'vscode';
import type { FrameStatus } from '../../core/stack/locate/frameTarget';
import type { Frame, Trace } from '../../core/stack/trace/model';
import type { Frames } from '../../services/frames/frames';
import { toAbortSignal } from '../../vscode/cancellation';
import { type DocumentTraces, framesByLine, getRange } from './documentTraces';
import type { TraceDocuments } from './traceDocuments';

/**
 * Maximum number of links in a document. More links would slow down VS Code, which renders each link. *Go to
 * Definition* also works for frames without a link.
 */
const maxLinks = 10_000;

export class FrameDocumentLink extends vscode.DocumentLink {
	constructor(
		range: vscode.Range,
		readonly document: vscode.Uri,
		readonly offset: number,
	) {
		super(range);
		this.tooltip = vscode.l10n.t('Open Source File');
	}
}

export class FrameLinkProvider implements vscode.DocumentLinkProvider<FrameDocumentLink> {
	constructor(
		private readonly traces: DocumentTraces,
		private readonly frames: Frames,
	) {}

	async provideDocumentLinks(
		document: vscode.TextDocument,
		token: vscode.CancellationToken,
	): Promise<FrameDocumentLink[]> {
		const traces = await this.traces.of(document);
		if (traces.length === 0) {
			return [];
		}
		// VS Code requests links once for each document version, so links that are missing now would never appear.
		await this.frames.known;
		const frameStatuses = new Map<Trace, ReadonlySet<number>>();
		const links: FrameDocumentLink[] = [];
		for (const { trace, links: inTrace } of traces) {
			if (token.isCancellationRequested || links.length === maxLinks) {
				break;
			}
			const own = frameStatuses.get(trace) ?? ownLines(trace, (frame) => this.frames.frameStatus(frame));
			frameStatuses.set(trace, own);
			for (const link of inTrace) {
				if (own.has(link.line) && links.length < maxLinks) {
					links.push(new FrameDocumentLink(getRange(document, link), document.uri, link.start));
				}
			}
		}
		return links;
	}

	/** Adds the command URI to a link. The URI contains the document's URI and an offset, but no text from the trace. */
	resolveDocumentLink(link: FrameDocumentLink): FrameDocumentLink {
		const place = encodeURIComponent(JSON.stringify([link.document.toString(), link.offset]));
		link.target = vscode.Uri.parse(`command:appErrors.openFrameAt?${place}`);
		return link;
	}
}

export class FrameDefinitionProvider implements vscode.DefinitionProvider {
	constructor(
		private readonly traces: DocumentTraces,
		private readonly documents: Pick<TraceDocuments, 'getVersion'>,
		private readonly frames: Frames,
	) {}

	async provideDefinition(
		document: vscode.TextDocument,
		position: vscode.Position,
		token: vscode.CancellationToken,
	): Promise<vscode.LocationLink[] | undefined> {
		const found = await this.traces.frameAt(document, position);
		if (!found || token.isCancellationRequested) {
			return undefined;
		}
		const located = await this.frames.locate(found, toAbortSignal(token));
		const targets = located.kind === 'none' ? [] : located.kind === 'target' ? [located.target] : located.targets;
		const version = this.documents.getVersion(document.uri);
		const places = await Promise.all(targets.map((target) => this.frames.placed(target, { ...found, version })));
		if (token.isCancellationRequested) {
			return undefined;
		}
		this.frames.remarks.expect(places);
		return places.map(({ target: { file, line1, column1 } }) => {
			const place = new vscode.Position(line1 - 1, (column1 ?? 1) - 1);
			return {
				originSelectionRange: found.range,
				targetUri: vscode.Uri.parse(file.uri, true),
				targetRange: new vscode.Range(place, place),
			};
		});
	}
}

function ownLines(trace: Trace, frameStatus: (frame: Frame) => FrameStatus): ReadonlySet<number> {
	const lines = [...framesByLine(trace).values()].filter((frame) => frameStatus(frame) === 'own');
	return new Set(lines.map(({ line }) => line));
}
