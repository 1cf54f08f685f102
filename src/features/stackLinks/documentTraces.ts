import * as vscode from 'vscode';
import { isCancellation } from '../../core/common/errors';
import type { FrameQuestion } from '../../core/stack/locate/frameTarget';
import type { FrameLink, ReadTrace } from '../../core/stack/texts/frameLinks';
import type { Frame, Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import { getTraces, type TracesOf } from '../../engine/tracesOf';
import { DisposableStore } from '../../shared/disposables';
import { formatOf, isLarge, isWorthReading } from './traceLanguage';

/** Length of the text that is parsed before and after a position in a large document, in UTF-16 code units. */
const surroundings = 64_000;

interface PlacedFrame extends FrameQuestion {
	readonly range: vscode.Range;
}

interface DocumentReading {
	readonly version: number;
	readonly stale: AbortController;
	readonly read: Promise<TracesOf>;
}

/** Parses stack traces in documents. Each version of a document is parsed only once. */
export class DocumentTraces implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly readings = new Map<vscode.TextDocument, DocumentReading>();

	constructor(private readonly engine: Pick<EngineClient, 'call'>) {
		this.store.add(vscode.workspace.onDidCloseTextDocument((document) => this.evict(document)));
		this.store.add(
			vscode.workspace.onDidChangeTextDocument(({ document }) => {
				if (this.readings.get(document)?.version !== document.version) {
					this.evict(document);
				}
			}),
		);
	}

	/** Returns the traces in a document. The list is empty if the document is too large or was changed during parsing. */
	async of(document: vscode.TextDocument): Promise<readonly ReadTrace[]> {
		return (await this.read(document)).traces;
	}

	async read(document: vscode.TextDocument): Promise<TracesOf> {
		let reading = this.readings.get(document);
		if (reading?.version !== document.version) {
			this.evict(document);
			reading = this.begin(document);
			this.readings.set(document, reading);
		}
		try {
			return await reading.read;
		} catch (error) {
			this.evict(document);
			if (isCancellation(error)) {
				return { traces: [], cutShort: false };
			}
			throw error;
		}
	}

	/** Returns the traces in a document. If it is large, parses only the text near the position. */
	async near(document: vscode.TextDocument, position: vscode.Position): Promise<readonly ReadTrace[]> {
		if (!isLarge(document)) {
			return this.of(document);
		}
		const text = document.getText();
		const place = document.offsetAt(position);
		const from = lineStart(text, Math.max(0, place - surroundings), place);
		const part = text.slice(from, place + surroundings);
		const { traces } = await getTraces(this.engine, { text: part, format: 'text' });
		const move = <T extends { start: number; end: number }>(one: T): T => ({
			...one,
			start: one.start + from,
			end: one.end + from,
		});
		return traces.map((trace) => ({ ...move(trace), links: trace.links.map(move) }));
	}

	/** Returns the trace at a position, or else the next trace, or else the last trace in the document. */
	async traceAt(document: vscode.TextDocument, position: vscode.Position): Promise<ReadTrace | undefined> {
		const traces = await this.near(document, position);
		const offset = document.offsetAt(position);
		return (
			traces.find(({ start, end }) => start <= offset && offset <= end) ??
			traces.find(({ start }) => start > offset) ??
			traces.at(-1)
		);
	}

	/** Returns the frame at a position, or else the only frame on the line. */
	async frameAt(document: vscode.TextDocument, position: vscode.Position): Promise<PlacedFrame | undefined> {
		const traces = await this.near(document, position);
		const offset = document.offsetAt(position);
		const line = document.lineAt(position).range;
		const [from, to] = [document.offsetAt(line.start), document.offsetAt(line.end)];
		const onLine: [ReadTrace, FrameLink][] = [];
		for (const trace of traces) {
			if (trace.start > to || trace.end < from) {
				continue;
			}
			for (const link of trace.links) {
				if (link.start <= offset && offset <= link.end) {
					return placed(document, trace.trace, link);
				}
				if (link.start >= from && link.start <= to) {
					onLine.push([trace, link]);
				}
			}
		}
		const [only, ...others] = onLine;
		return only && others.length === 0 ? placed(document, only[0].trace, only[1]) : undefined;
	}

	dispose(): void {
		for (const document of [...this.readings.keys()]) {
			this.evict(document);
		}
		this.store.dispose();
	}

	private begin(document: vscode.TextDocument): DocumentReading {
		const stale = new AbortController();
		const read = isWorthReading(document)
			? getTraces(this.engine, { text: document.getText(), format: formatOf(document) }, stale.signal)
			: Promise.resolve({ traces: [], cutShort: false });
		return { version: document.version, stale, read };
	}

	private evict(document: vscode.TextDocument): void {
		this.readings.get(document)?.stale.abort();
		this.readings.delete(document);
	}
}

export function framesByLine(trace: Trace): ReadonlyMap<number, Frame> {
	const frames = new Map<number, Frame>();
	for (const { lines } of trace.sections) {
		for (const line of lines) {
			if (line.kind !== 'raw') {
				frames.set(line.line, line);
			}
		}
	}
	return frames;
}

export function getRange(
	document: vscode.TextDocument,
	{ start, end }: Pick<FrameLink, 'start' | 'end'>,
): vscode.Range {
	return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function placed(document: vscode.TextDocument, trace: Trace, link: FrameLink): PlacedFrame | undefined {
	const frame = framesByLine(trace).get(link.line);
	return frame && { frame, trace, range: getRange(document, link) };
}

/** Returns the start of the first complete line after `from`, or `from` if no line starts before `place`. */
function lineStart(text: string, from: number, place: number): number {
	const end = from === 0 ? -1 : text.indexOf('\n', from);
	return end === -1 ? from : end < place ? end + 1 : from;
}
