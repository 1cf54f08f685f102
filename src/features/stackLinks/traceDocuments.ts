import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { LineOrigin } from '../../core/stack/mapping/lineOrigins';
import type { EngineClient } from '../../engine/engineClient';
import { type OpenTrace, OpenTraces } from '../../engine/openTraces';
import { traceScheme } from '../../ids';
import type { TraceDocument } from '../../services/commands';
import type { Deobfuscation, Mappings } from '../../services/mappings/mappings';
import { versionOf } from '../../services/mappings/traceOrigin';
import type { AppVersion } from '../../services/revisions/revisions';
import { DisposableStore } from '../../shared/disposables';
import { toAbortSignal } from '../../vscode/cancellation';

/** Of a tab's title (characters). */
const maxTitleLength = 60;

interface Kept {
	readonly document: TraceDocument;
	/** Whether a person asked to see the text as it came. */
	original: boolean;
	deobfuscation: Deobfuscation | undefined;
	/** The text as one trace, once it was asked for. */
	opened?: OpenTraces;
	/** With symbols, once a person asked for them. */
	symbolicated?: string;
}

/**
 * Stack traces as read-only documents. Their text is in memory as long as the document is open, and nowhere else. They
 * are shown as mapping files deobfuscate them, until a person asks for the original.
 */
export class TraceDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<vscode.Uri>());
	readonly onDidChange = this.changed.event;
	private readonly describedAnew = this.store.add(new vscode.EventEmitter<void>());
	/** It is known by now how a document was deobfuscated, or why not. */
	readonly onDidDescribe = this.describedAnew.event;
	/** By address. */
	private readonly kept = new Map<string, Kept>();

	constructor(
		private readonly engine: Pick<EngineClient, 'call'>,
		private readonly mappings: Pick<Mappings, 'deobfuscate' | 'onDidChange'>,
	) {
		this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.describedAnew.fire()));
		this.store.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.release(uri)));
		this.store.add(
			mappings.onDidChange(() => {
				for (const [address, kept] of this.kept) {
					kept.deobfuscation = undefined;
					delete kept.symbolicated;
					this.changed.fire(vscode.Uri.parse(address, true));
				}
			}),
		);
	}

	/** The same text has the same address, so that it is opened once. */
	add(document: TraceDocument): vscode.Uri {
		const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16);
		const path = `/${fileName(document.title)}.stacktrace`;
		let uri = vscode.Uri.from({ scheme: traceScheme, path, query: digest });
		while (!this.get(uri) && isOpen(uri)) {
			// An editor that came back after a reload has the address, but not the text.
			uri = uri.with({ query: `${uri.query}+` });
		}
		if (!this.get(uri)) {
			this.kept.set(uri.toString(), { document, original: false, deobfuscation: undefined });
		}
		return uri;
	}

	get(uri: vscode.Uri): Readonly<Kept> | undefined {
		return this.kept.get(uri.toString());
	}

	/** The version that a document's traces are of; undefined where nobody knows, or for any other document. */
	versionOf(uri: vscode.Uri): AppVersion | undefined {
		const kept = this.get(uri);
		return kept && versionOf(kept.document.origin);
	}

	/** What a mapping knows of a line of the text that is shown; undefined of one that no mapping made. */
	originOf(uri: vscode.Uri, line: number): LineOrigin | undefined {
		const { original, symbolicated, deobfuscation } = this.get(uri) ?? {};
		const isTurned = deobfuscation?.kind === 'done' && !original && symbolicated === undefined;
		return isTurned ? deobfuscation.result.origins.get(line) : undefined;
	}

	/** All of a document's text as a trace; undefined of none that is kept. */
	async trace(uri: vscode.Uri): Promise<OpenTrace | undefined> {
		const kept = this.kept.get(uri.toString());
		return kept && this.open(uri, kept);
	}

	setOriginal(uri: vscode.Uri, original: boolean): void {
		const kept = this.kept.get(uri.toString());
		if (kept && kept.original !== original) {
			kept.original = original;
			this.changed.fire(uri);
			this.describedAnew.fire();
		}
	}

	setSymbolicated(uri: vscode.Uri, text: string): void {
		const kept = this.kept.get(uri.toString());
		if (kept) {
			kept.symbolicated = text;
			this.changed.fire(uri);
			this.describedAnew.fire();
		}
	}

	async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
		const kept = this.kept.get(uri.toString());
		if (!kept) {
			return vscode.l10n.t('This stack trace was not kept. Open it again from where it came.');
		}
		const { text, origin } = kept.document;
		if (!kept.deobfuscation) {
			const signal = toAbortSignal(token);
			const trace = await this.open(uri, kept, signal);
			kept.deobfuscation = trace ? await this.mappings.deobfuscate(trace, origin, signal) : { kind: 'notNeeded' };
			this.describedAnew.fire();
		}
		const { deobfuscation, symbolicated } = kept;
		const deobfuscated = deobfuscation.kind === 'done' ? deobfuscation.result.plain.lines.join('\n') : text;
		return kept.original ? text : (symbolicated ?? deobfuscated);
	}

	dispose(): void {
		for (const address of [...this.kept.keys()]) {
			this.forget(address);
		}
		this.store.dispose();
	}

	private async open(uri: vscode.Uri, kept: Kept, signal?: AbortSignal): Promise<OpenTrace | undefined> {
		if (!kept.opened) {
			const { text, origin } = kept.document;
			const opened = await OpenTraces.ofText(this.engine, { text, holds: 'trace', osName: origin.osName }, signal);
			if (kept.opened || this.get(uri) !== kept) {
				// Another one was quicker, or the document is closed.
				opened[Symbol.dispose]();
			}
			kept.opened ??= opened;
		}
		return kept.opened.all[0];
	}

	private forget(address: string): void {
		this.kept.get(address)?.opened?.[Symbol.dispose]();
		this.kept.delete(address);
	}

	private release(uri: vscode.Uri): void {
		if (uri.scheme !== traceScheme) {
			return;
		}
		// A document whose language is changed is closed and opened in one go.
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

/** A title as the last part of a path: what a tab shows. */
function fileName(title: string): string {
	const name = title.replace(/[\s/\\?#:*"<>|\p{Cc}\p{Cf}]+/gu, ' ').trim();
	return name.slice(0, maxTitleLength).trim() || vscode.l10n.t('Stack Trace');
}
