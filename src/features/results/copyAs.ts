import * as vscode from 'vscode';
import { isWindows } from '../../core/common/system';
import type { Snippet } from '../../core/records/snippets/snippets';
import type { Services } from '../../services/services';
import { type ExportNode, pathOfRecords, type SyncedSetNode } from '../../services/treeNodes';
import { showInformation, showStatus } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import type { ResultsDocument } from './document';

const { l10n } = vscode;

/** Copies a code snippet, such as an SQL query, that reads the records in another tool. */
export async function copyAs(
	{ engine, exports }: Pick<Services, 'engine' | 'exports'>,
	of: ExportNode | SyncedSetNode | Pick<ResultsDocument, 'uri' | 'opened'>,
): Promise<void> {
	const records = await getRecords(of);
	if (!records) {
		return;
	}
	const shell = isWindows ? 'powerShell' : 'posix';
	const snippets = await engine.call('recordsSnippets', { libraries: exports.roots, ...records, shell });
	if (snippets.length === 0) {
		void showInformation(l10n.t('None of these records can be read directly by another program.'));
		return;
	}
	const answer = await pickOne({
		title: l10n.t('Copy As'),
		placeholder: l10n.t('Choose a tool to read the records with. Nothing is executed.'),
		items: snippets.map(({ tool, text }) => ({ ...describeTool(tool), value: text })),
	});
	if (answer.kind === 'value') {
		await vscode.env.clipboard.writeText(answer.value);
		showStatus(l10n.t('Copied'));
	}
}

async function getRecords(of: Parameters<typeof copyAs>[1]) {
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
		clickhouse: { label: 'clickhouse local', description: l10n.t('command for local files') },
		pandas: { label: 'pandas', description: 'Python' },
		server: { label: 'curl', description: l10n.t('command that loads the records into a ClickHouse server') },
	}[tool];
}
