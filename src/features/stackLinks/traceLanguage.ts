import type * as vscode from 'vscode';
import type { TraceFormat } from '../../core/stack/texts/readTraces';

/** The language of stack traces, as in the manifest. */
export const traceLanguage = 'app-errors-trace';

export const traceDocuments: vscode.DocumentSelector = { language: traceLanguage };

/** Where traces are found: logs, notes, exported records, and the output of programs. */
export const linkedDocuments: vscode.DocumentSelector = [
	{ language: traceLanguage },
	{ language: 'log' },
	{ language: 'plaintext' },
	{ language: 'csv' },
	{ language: 'json' },
	{ language: 'jsonl' },
	{ pattern: '**/*.{log,txt,csv,json,ndjson,jsonl}' },
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

/** A place in a source, an address, or a call: every trace that leads somewhere has one of them. */
const sign =
	/\.(?:kts?|java|scala|groovy|swift|mm?|cs|fs|vb|dart|[cm]?[jt]sx?|vue|svelte|cc?|cpp|cxx|h|hpp|rs|go|bundle|jsbundle)\b.{0,20}?\d|\bat [\w$.<>/]{1,200} ?\(|\b0x[\da-f]{6}|^ {3}[^\s"{}]{1,12} [\w.+`<>|[\],]{1,200}\(|^[ \t]{0,80}[\w.+`<>]{1,200}:[\w.<>]{1,100} ?\(/im;

/** Larger documents are read around a place only (UTF-16 units). */
const largestWhole = 4_000_000;
/** A line of a terminal that is longer is data (characters). */
const maxLineLength = 2_000;

/** Whether it is worth looking closer; most texts that people open have no trace in them. */
export function mayHoldTrace(text: string): boolean {
	return sign.test(text);
}

/** Whether a document is read around a place only. */
export function isLarge(document: vscode.TextDocument): boolean {
	return document.getText().length > largestWhole;
}

/** As `mayHoldTrace`, of a document to be read whole. */
export function isWorthReading(document: vscode.TextDocument): boolean {
	return !isLarge(document) && (document.languageId === traceLanguage || mayHoldTrace(document.getText()));
}

/** As `mayHoldTrace`, of a line of a terminal. */
export function lineMayHoldTrace(line: string): boolean {
	return line.length <= maxLineLength && mayHoldTrace(line);
}
