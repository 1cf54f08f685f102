import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { LineOrigin } from '../../core/stack/mapping/lineOrigins';
import type { EngineClient } from '../../engine/engineClient';
import { type OpenTrace, OpenTraces } from '../../engine/openTraces';
import type { Deobfuscation } from '../../engine/traces/deobfuscateTrace';
import { traceScheme } from '../../ids';
import type { TraceDocument } from '../../services/commands';
import type { Mappings } from '../../services/mappings/mappings';
import type { AppVersion } from '../../services/revisions/revisions';
import { getVersion } from '../../services/revisions/revisions';
import { DisposableStore } from '../../shared/disposables';
import { toAbortSignal } from '../../vscode/cancellation';

const maxTitleLength = 60;

interface OpenTraceDocument {
	readonly document: TraceDocument;
	original: boolean;
	deobfuscation: Deobfuscation | undefined;
	opened?: OpenTraces;
	symbolicated?: string;
}

/** Provides read-only documents with stack traces. The text is kept in memory only while the document is open. */
export class TraceDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<vscode.Uri>());
	readonly onDidChange = this.changed.event;
	private readonly redescribed = this.store.add(new vscode.EventEmitter<void>());
	/** Fires when a document has been deobfuscated or its deobfuscation has failed. */
	readonly onDidDescribe = this.redescribed.event;
	private readonly openDocument = new Map<string, OpenTraceDocument>();

	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly mappings: Pick<Mappings, 'deobfuscate' | 'onDidChange'>,
	) {
		this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.redescribed.fire()));
		this.store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.release(uri)));
		this.store.add(
			mappings.onDidChange(() => {
				for (const [address, openDocument] of this.openDocument) {
					openDocument.deobfuscation = undefined;
					delete openDocument.symbolicated;
					this.changed.fire(vscode.Uri.parse(address, true));
				}
			}),
		);
	}

	/** Adds a document and returns its URI. Identical documents have the same URI, so that they are opened only once. */
	add(document: TraceDocument): vscode.Uri {
		const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16);
		const path = `/${fileName(document.title)}.stacktrace`;
		let uri = vscode.Uri.from({ scheme: traceScheme, path, query: digest });
		while (!this.get(uri) && isOpen(uri)) {
			// After a window reload, an open editor may use this URI but has no text, so another URI is required.
			uri = uri.with({ query: `${uri.query}+` });
		}
		if (!this.get(uri)) {
			this.openDocument.set(uri.toString(), { document, original: false, deobfuscation: undefined });
		}
		return uri;
	}

	get(uri: vscode.Uri): Readonly<OpenTraceDocument> | undefined {
		return this.openDocument.get(uri.toString());
	}

	getVersion(uri: vscode.Uri): AppVersion | undefined {
		const openDocument = this.get(uri);
		return openDocument && getVersion(openDocument.document.origin);
	}

	getOrigin(uri: vscode.Uri, line: number): LineOrigin | undefined {
		const { original, symbolicated, deobfuscation } = this.get(uri) ?? {};
		const isTurned = deobfuscation?.kind === 'done' && !original && symbolicated === undefined;
		return isTurned ? deobfuscation.result.origins.get(line) : undefined;
	}

	async trace(uri: vscode.Uri): Promise<OpenTrace | undefined> {
		const openDocument = this.openDocument.get(uri.toString());
		return openDocument && this.open(uri, openDocument);
	}

	setOriginal(uri: vscode.Uri, original: boolean): void {
		const openDocument = this.openDocument.get(uri.toString());
		if (openDocument && openDocument.original !== original) {
			openDocument.original = original;
			this.changed.fire(uri);
			this.redescribed.fire();
		}
	}

	setSymbolicated(uri: vscode.Uri, text: string): void {
		const openDocument = this.openDocument.get(uri.toString());
		if (openDocument) {
			openDocument.symbolicated = text;
			this.changed.fire(uri);
			this.redescribed.fire();
		}
	}

	async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
		const openDocument = this.openDocument.get(uri.toString());
		if (!openDocument) {
			return vscode.l10n.t('This stack trace is no longer available. Open it again from where it was shown.');
		}
		const { text, origin } = openDocument.document;
		if (!openDocument.deobfuscation) {
			const signal = toAbortSignal(token);
			const trace = await this.open(uri, openDocument, signal);
			openDocument.deobfuscation = trace
				? await this.mappings.deobfuscate(trace, origin, signal)
				: { kind: 'notNeeded' };
			this.redescribed.fire();
		}
		const { deobfuscation, symbolicated } = openDocument;
		const deobfuscated = deobfuscation.kind === 'done' ? deobfuscation.result.plain.lines.join('\n') : text;
		return openDocument.original ? text : (symbolicated ?? deobfuscated);
	}

	dispose(): void {
		for (const address of [...this.openDocument.keys()]) {
			this.forget(address);
		}
		this.store.dispose();
	}

	private async open(
		uri: vscode.Uri,
		openDocument: OpenTraceDocument,
		signal?: AbortSignal,
	): Promise<OpenTrace | undefined> {
		if (!openDocument.opened) {
			const { text, origin } = openDocument.document;
			const opened = await OpenTraces.ofText(this.engine, { text, holds: 'trace', osName: origin.osName }, signal);
			if (openDocument.opened || this.get(uri) !== openDocument) {
				// The document was closed, or another call has already opened the trace.
				opened[Symbol.dispose]();
			}
			openDocument.opened ??= opened;
		}
		return openDocument.opened.all[0];
	}

	private forget(address: string): void {
		this.openDocument.get(address)?.opened?.[Symbol.dispose]();
		this.openDocument.delete(address);
	}

	private release(uri: vscode.Uri): void {
		if (uri.scheme !== traceScheme) {
			return;
		}
		// When the language of a document changes, VS Code closes the document and immediately reopens it.
		queueMicrotask(() => {
			if (!isOpen(uri)) {
				this.forget(uri.toString());
			}
		});
	}
}

function isOpen(uri: vscode.Uri): boolean {
	return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

function fileName(title: string): string {
	const name = title.replace(/[\s/\\?#:*"<>|\p{Cc}\p{Cf}]+/gu, ' ').trim();
	return name.slice(0, maxTitleLength).trim() || vscode.l10n.t('Stack Trace');
}
