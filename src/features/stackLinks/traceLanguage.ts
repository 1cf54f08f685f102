import type * as vscode from 'vscode';
import { traceSign } from '../../core/stack/languages';
import type { TraceFormat } from '../../core/stack/texts/readTraces';

export const traceLanguage = 'app-errors-trace';

export const traceDocuments: vscode.DocumentSelector = { language: traceLanguage };

/** Types of documents in which traces are recognized: logs, notes, exported records, and program output. */
export const linkedDocuments: vscode.DocumentSelector = [
	{ language: traceLanguage },
	{ language: 'log' },
	{ language: 'plaintext' },
	{ language: 'csv' },
	{ language: 'json' },
	{ language: 'jsonl' },
	{ pattern: '**/*.{log,txt,ips,csv,json,ndjson,jsonl}' },
];

export function formatOf({ languageId, uri }: vscode.TextDocument): TraceFormat {
	if (languageId === traceLanguage) {
		return 'text';
	}
	const ending = /\.(\w+)$/.exec(uri.path)?.[1]?.toLowerCase() ?? '';
	if (languageId === 'csv' || ending === 'csv') {
		return 'csv';
	}
	return languageId.startsWith('json') || ['json', 'ndjson', 'jsonl'].includes(ending) ? 'json' : 'text';
}

/** Maximum length of a document that is parsed as a whole, in UTF-16 code units. */
const largestWhole = 4_000_000;
/** Maximum length of a terminal line, in UTF-16 code units. Longer lines probably contain data. */
const maxLineLength = 2_000;

export function mayHoldTrace(text: string): boolean {
	return traceSign.test(text);
}

/** Returns true if the document is so large that only the text around a position is parsed. */
export function isLarge(document: vscode.TextDocument): boolean {
	return document.getText().length > largestWhole;
}

export function isWorthReading(document: vscode.TextDocument): boolean {
	return !isLarge(document) && (document.languageId === traceLanguage || mayHoldTrace(document.getText()));
}

export function lineMayHoldTrace(line: string): boolean {
	return line.length <= maxLineLength && mayHoldTrace(line);
}
