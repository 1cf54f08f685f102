import * as vscode from 'vscode';
import type { Snippet } from '../../core/records/snippets/snippets';
import type { Services } from '../../services/services';
import { type ExportNode, type KeptNode, pathOfRecords } from '../../services/treeNodes';
import { showInformation, showStatus } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import type { ResultsDocument } from './document';

const { l10n } = vscode;

/** Puts a text into the clipboard that reads the records with another program. Nothing is run. */
export async function copyAs(
	{ engine, exports }: Pick<Services, 'engine' | 'exports'>,
	of: ExportNode | KeptNode | Pick<ResultsDocument, 'uri' | 'opened'>,
): Promise<void> {
	const records = await recordsOf(of);
	if (!records) {
		return;
	}
	const shell = process.platform === 'win32' ? 'powerShell' : 'posix';
	const snippets = await engine.call('recordsSnippets', { libraries: exports.roots, ...records, shell });
	if (snippets.length === 0) {
		void showInformation(l10n.t('There are no records that another program would read as they are.'));
		return;
	}
	const answer = await pickOne({
		title: l10n.t('Copy as'),
		placeholder: l10n.t('What the records are read with, every column as text. Nothing is run.'),
		items: snippets.map(({ tool, text }) => ({ ...describeTool(tool), value: text })),
	});
	if (answer.kind === 'value') {
		await vscode.env.clipboard.writeText(answer.value);
		showStatus(l10n.t('Copied'));
	}
}

async function recordsOf(of: Parameters<typeof copyAs>[1]) {
	if ('uri' in of) {
		const { columns, form } = (await of.opened()).progress.info;
		return { path: of.uri.fsPath, columns: columns.map(({ name }) => name), form };
	}
	const path = pathOfRecords(of);
	return path === undefined
		? undefined
		: { path, columns: of.kind === 'export' ? of.entry.stored.question.fields : [] };
}

function describeTool(tool: Snippet['tool']): { readonly label: string; readonly description: string } {
	return {
		duckdb: { label: 'DuckDB', description: 'SQL' },
		clickhouse: { label: 'clickhouse local', description: l10n.t('a command') },
		pandas: { label: 'pandas', description: 'Python' },
		server: { label: 'curl', description: l10n.t('a command that sends them into a server of ClickHouse') },
	}[tool];
}
