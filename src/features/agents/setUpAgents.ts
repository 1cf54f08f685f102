import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
	type ConfigurationForm,
	configurationOf,
	type ServerStart,
	withServer,
} from '../../core/agent/setUp/clientConfiguration';
import type { Services } from '../../services/services';
import { showInformation, showStatus, showWarning } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';
import { writeLauncher } from './launcher';

const { l10n } = vscode;

interface AgentClient {
	readonly name: string;
	/** Of its configuration: below the home folder with `~`, else below the folder of the workspace. */
	readonly file: string;
	readonly form: ConfigurationForm;
}

const clients: readonly AgentClient[] = [
	{ name: 'Claude Code, Copilot CLI', file: '.mcp.json', form: 'json' },
	{ name: 'Cursor', file: '.cursor/mcp.json', form: 'json' },
	{ name: 'Gemini CLI', file: '.gemini/settings.json', form: 'json' },
	{ name: 'Codex', file: '~/.codex/config.toml', form: 'toml' },
];

/** Shows how agents outside of the editor are given the tools; nothing of theirs is written unless a person says so. */
export async function setUpAgents({
	exports,
	extensionId,
	extensionUri,
	settings,
	storageUri,
}: Pick<Services, 'exports' | 'extensionId' | 'extensionUri' | 'settings' | 'storageUri'>): Promise<void> {
	const picked = await pickOne<AgentClient | undefined>({
		title: l10n.t('Set Up Agents'),
		placeholder: l10n.t('Which agent is to have the App Errors tools?'),
		items: [
			...clients.map((client) => ({ label: client.name, description: client.file, value: client })),
			{ label: 'VS Code', description: l10n.t('Has them already'), value: undefined, refused: true },
		],
	});
	if (picked.kind !== 'value' || !picked.value) {
		return;
	}
	const client = picked.value;
	const start = await writeLauncher({
		storage: storageUri.fsPath,
		extensionFolder: extensionUri.fsPath,
		extensionId,
		library: exports.root,
		personalColumns: settings.personalFields,
	});
	const text = configurationOf(client.form, start);
	const path = pathOf(client.file);
	const document = await vscode.workspace.openTextDocument({
		language: client.form === 'json' ? 'json' : 'plaintext',
		content: text,
	});
	await vscode.window.showTextDocument(document);
	const [copy, write] = [l10n.t('Copy'), l10n.t('Write It…')];
	const answer = await showInformation(
		l10n.t('{0} reads this from {1}.', client.name, path ?? client.file),
		...(path === undefined ? [copy] : [copy, write]),
	);
	if (answer === copy) {
		await vscode.env.clipboard.writeText(text);
		showStatus(l10n.t('Copied the configuration'));
	} else if (answer === write && path !== undefined) {
		await writeInto(path, client, start);
	}
}

/** Undefined where no folder is open. */
function pathOf(file: string): string | undefined {
	if (file.startsWith('~/')) {
		return join(homedir(), file.slice(2));
	}
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	return folder?.uri.scheme === 'file' ? join(folder.uri.fsPath, file) : undefined;
}

async function writeInto(path: string, { form }: AgentClient, start: ServerStart): Promise<void> {
	const write = l10n.t('Write');
	const question = l10n.t('Write the App Errors server into {0}? All else in the file stays.', path);
	if ((await vscode.window.showWarningMessage(question, { modal: true }, write)) !== write) {
		return;
	}
	const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') {
			return '';
		}
		throw error;
	});
	const after = withServer(form, before, start);
	if (after === undefined) {
		await vscode.env.clipboard.writeText(configurationOf(form, start));
		void showWarning(
			l10n.t(
				'{0} has comments, a server of this name or another form. Nothing was written; the configuration was copied.',
				path,
			),
		);
		return;
	}
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, after);
	showStatus(l10n.t('Wrote the configuration'));
}
