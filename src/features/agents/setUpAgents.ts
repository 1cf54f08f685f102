import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import {
	type ConfigurationForm,
	getConfiguration,
	type ServerStart,
	startOfServer,
	withServer,
} from '../../core/agent/setUp/clientConfiguration';
import { leadsThroughLink, writeConfiguration } from '../../core/agent/setUp/configurationFile';
import { getLauncher } from '../../core/agent/setUp/launcher';
import type { Services } from '../../services/services';
import { showInformation, showStatus, showWarning } from '../../vscode/messages';
import { pickOne } from '../../vscode/quickInput';

const { l10n } = vscode;

interface AgentClient {
	readonly name: string;
	/** A path that starts with `~` is relative to the home folder, any other path to the workspace folder. */
	readonly file: string;
	readonly form: ConfigurationForm;
}

const clients: readonly AgentClient[] = [
	{ name: 'Claude Code, Copilot CLI', file: '.mcp.json', form: 'json' },
	{ name: 'Cursor', file: '.cursor/mcp.json', form: 'json' },
	{ name: 'Gemini CLI', file: '.gemini/settings.json', form: 'json' },
	{ name: 'Codex', file: '~/.codex/config.toml', form: 'toml' },
];

/** Sets up agents outside the editor. Their configuration files are changed only with the user's consent. */
export async function setUpAgents({
	exports,
	extensionId,
	extensionUri,
	settings,
	storageUri,
}: Pick<Services, 'exports' | 'extensionId' | 'extensionUri' | 'settings' | 'storageUri'>): Promise<void> {
	const picked = await pickOne<AgentClient | undefined>({
		title: l10n.t('Set Up Agents'),
		placeholder: l10n.t('Choose an agent to configure'),
		items: [
			...clients.map((client) => ({ label: client.name, description: client.file, value: client })),
			{ label: 'VS Code', description: l10n.t('Already available'), value: undefined, refused: true },
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
	const text = getConfiguration(client.form, start);
	const path = getPath(client.file);
	const document = await vscode.workspace.openTextDocument({
		language: client.form === 'json' ? 'json' : 'plaintext',
		content: text,
	});
	await vscode.window.showTextDocument(document);
	const [copy, write] = [l10n.t('Copy'), l10n.t('Write to File…')];
	const answer = await showInformation(
		l10n.t('{0} reads its configuration from {1}.', client.name, path ?? client.file),
		...(path === undefined ? [copy] : [copy, write]),
	);
	if (answer === copy) {
		await vscode.env.clipboard.writeText(text);
		showStatus(l10n.t('Copied the configuration'));
	} else if (answer === write && path !== undefined) {
		await writeInto(path, client, start);
	}
}

function getPath(file: string): string | undefined {
	if (isInHome(file)) {
		return join(homedir(), file.slice(2));
	}
	const folder = getFolder();
	return folder === undefined ? undefined : join(folder, file);
}

function isInHome(file: string): boolean {
	return file.startsWith('~/');
}

function getFolder(): string | undefined {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	return folder?.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
}

async function writeInto(path: string, { form, file }: AgentClient, start: ServerStart): Promise<void> {
	const write = l10n.t('Write to File');
	const question = l10n.t('Add the App Errors server to {0}? The rest of the file is not changed.', path);
	if ((await vscode.window.showWarningMessage(question, { modal: true }, write)) !== write) {
		return;
	}
	const folder = isInHome(file) ? undefined : getFolder();
	if (folder !== undefined && (await leadsThroughLink(path, folder))) {
		await vscode.env.clipboard.writeText(getConfiguration(form, start));
		void showWarning(
			l10n.t(
				'{0} was not changed because it is a symbolic link. The configuration was copied to the clipboard instead.',
				path,
			),
		);
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
		await vscode.env.clipboard.writeText(getConfiguration(form, start));
		void showWarning(
			l10n.t(
				'{0} was not changed because it contains comments, has an unknown format, or already defines a server with this name. The configuration was copied to the clipboard instead.',
				path,
			),
		);
		return;
	}
	await writeConfiguration(path, after, folder === undefined);
	showStatus(l10n.t('Saved the configuration'));
}

interface LauncherPaths {
	readonly storage: string;
	readonly extensionFolder: string;
	readonly extensionId: string;
	readonly library: string;
	readonly personalColumns: readonly string[];
}

async function writeLauncher({ storage, extensionFolder, ...places }: LauncherPaths): Promise<ServerStart> {
	const script = join(storage, 'bin', 'app-errors.js');
	const text = getLauncher({ ...places, extensionFolder, extensionsFolder: dirname(extensionFolder) });
	if ((await readFile(script, 'utf8').catch(() => undefined)) !== text) {
		await mkdir(dirname(script), { recursive: true });
		await writeFile(script, text);
	}
	return startOfServer(process.execPath, script);
}
