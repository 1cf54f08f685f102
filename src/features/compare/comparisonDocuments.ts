import * as vscode from 'vscode';
import { comparisonScheme } from '../../ids';

const { l10n } = vscode;

/** A window remembers the newest so many reports, of a few hundred kilobytes at most. */
const remembered = 10;

interface Report {
	readonly uri: vscode.Uri;
	readonly title: string;
	/** What was compared, in few words. */
	readonly sides: string;
	readonly text: string;
}

/** Comparisons as read-only documents. A preview closes its document and asks for it again, so they outlive that. */
export class ComparisonDocuments implements vscode.TextDocumentContentProvider {
	private reports: readonly Report[] = [];
	private made = 0;

	/** The newest first. */
	get all(): readonly Report[] {
		return this.reports;
	}

	add({ title, sides, text }: Omit<Report, 'uri'>): vscode.Uri {
		const name = title.replace(/[\s/\\?#:*"<>|\p{Cc}\p{Cf}]+/gu, ' ').trim();
		this.made++;
		const uri = vscode.Uri.from({ scheme: comparisonScheme, path: `/${name}.md`, query: String(this.made) });
		this.reports = [{ uri, title, sides, text }, ...this.reports].slice(0, remembered);
		return uri;
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		const report = this.reports.find((known) => known.uri.toString() === uri.toString());
		return report?.text ?? l10n.t('This comparison was not kept. Compare again.');
	}
}
