import * as vscode from 'vscode';
import { runCommand } from '../../services/commands';
import { openCrashFile } from './openCrashFile';
import { openTraceText, type TraceOpening } from './openTrace';

const records = /\.(?:csv|tsv|json|jsonl|ndjson|parquet)(?:\.(?:gz|zst|zip))?$/i;

export async function openDropped(dropped: vscode.DataTransfer, opening: TraceOpening): Promise<void> {
	const textOf = async (type: string) => (await dropped.get(type)?.asString()) ?? '';
	const files = (await textOf('text/uri-list')).split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
	for (const file of files.map((address) => vscode.Uri.parse(address, true))) {
		await (records.test(file.path) ? runCommand('appErrors.openResultsView', file) : openCrashFile(file, opening));
	}
	if (files.length === 0) {
		await openTraceText(await textOf('text/plain'), vscode.l10n.t('The text contains no stack trace.'), opening);
	}
}
