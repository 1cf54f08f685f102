import * as vscode from 'vscode';
import type { Header } from '../../core/stack/trace/model';
import type { Frames } from '../../services/frames/frames';
import type { DocumentTraces } from './documentTraces';
import { type DocumentFrame, type DocumentSection, getSections } from './traceLines';

/** Maximum length of a name in the outline, in characters. Error messages can have any length. */
const maxNameLength = 120;

/** Provides an outline of exceptions and threads with the frames in the user's own code. */
export class TraceOutline implements vscode.DocumentSymbolProvider {
	constructor(
		private readonly traces: DocumentTraces,
		private readonly frames: Frames,
	) {}

	async provideDocumentSymbols(document: vscode.TextDocument): Promise<vscode.DocumentSymbol[]> {
		const traces = await this.traces.of(document);
		return getSections(document, traces, this.frames)
			.filter(({ header, frames }) => header !== undefined || frames.length > 0)
			.map((section) => sectionSymbol(document, section));
	}
}

function sectionSymbol(document: vscode.TextDocument, section: DocumentSection): vscode.DocumentSymbol {
	const { header, firstLine, lastLine, frames } = section;
	const first = document.lineAt(firstLine).range;
	const symbol = new vscode.DocumentSymbol(
		getName(header),
		header?.type ? shortened(header.message) : '',
		header?.kind === 'thread' ? vscode.SymbolKind.Namespace : vscode.SymbolKind.Class,
		first.union(document.lineAt(lastLine).range),
		first,
	);
	symbol.children = frames.filter(({ library }) => !library).map((frame) => frameSymbol(document, frame));
	return symbol;
}

function frameSymbol(document: vscode.TextDocument, { frame, line }: DocumentFrame): vscode.DocumentSymbol {
	const { range } = document.lineAt(line);
	const { enclosing, method, file, line1, text } = frame;
	const name = enclosing ? [enclosing.type, enclosing.method].filter(Boolean).join('.') : (method ?? text.trim());
	const place = [file?.split(/[/\\]/).at(-1), line1].filter((part) => part !== undefined).join(':');
	return new vscode.DocumentSymbol(shortened(name) || '?', place, vscode.SymbolKind.Method, range, range);
}

function getName(header: Header | undefined): string {
	return shortened(header?.type || header?.message || '') || vscode.l10n.t('Stack Trace');
}

function shortened(text: string): string {
	const [line = ''] = text.split('\n', 1);
	return line.length > maxNameLength ? `${line.slice(0, maxNameLength)}…` : line;
}
