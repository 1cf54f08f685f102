import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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
	/**
	 * Path of the file. A path that starts with `~` is in the home folder. Any other path is relative to the workspace
	 * folder.
	 */
	readonly file: string;
	readonly form: ConfigurationForm | 'skill';
}

const skill = 'investigate-app-errors/SKILL.md';

const clients: readonly AgentClient[] = [
	{ name: 'Claude Code, Copilot CLI', file: '.mcp.json', form: 'json' },
	{ name: 'Cursor', file: '.cursor/mcp.json', form: 'json' },
	{ name: 'Gemini CLI', file: '.gemini/settings.json', form: 'json' },
	{ name: 'Codex', file: '~/.codex/config.toml', form: 'toml' },
];

const skillClients: readonly AgentClient[] = [
	{ name: 'Codex, Copilot, Cursor', file: `.agents/skills/${skill}`, form: 'skill' },
	{ name: 'Claude Code', file: `.claude/skills/${skill}`, form: 'skill' },
];

/** Configuration file for agents, with the messages that App Errors shows about the file. */
interface AgentFile {
	readonly text: string;
	readonly language: string;
	readonly purpose: (path: string) => string;
	readonly question: (path: string) => string;
	/** Returns the new content of an existing file, or undefined if the file must not be changed. */
	readonly merge: (before: string) => string | undefined;
	readonly unchanged: (path: string) => string;
}

type SetUpServices = Pick<Services, 'exports' | 'extensionId' | 'extensionUri' | 'settings' | 'storageUri'>;

/** Writes configuration files for agents outside VS Code. Each file is shown first and is changed only with consent. */
export async function setUpAgents(services: SetUpServices): Promise<void> {
	const row = (client: AgentClient) => ({ label: client.name, description: client.file, value: client });
	const picked = await pickOne<AgentClient | undefined>({
		title: l10n.t('Set Up Agents'),
		placeholder: l10n.t('Choose an agent to configure'),
		items: [
			...clients.map(row),
			{ label: 'VS Code', description: l10n.t('Already available'), value: undefined, refused: true },
			...skillClients.map((client) => ({ ...row(client), label: l10n.t('Skill for {0}', client.name) })),
		],
	});
	if (picked.kind !== 'value' || !picked.value) {
		return;
	}
	const client = picked.value;
	const file = client.form === 'skill' ? await getSkill(services) : await getServer(client.name, client.form, services);
	const { language, text } = file;
	const path = getPath(client.file);
	await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content: text }));
	const [copy, write] = [l10n.t('Copy'), l10n.t('Write to File…')];
	const answer = await showInformation(
		file.purpose(path ?? client.file),
		...(path === undefined ? [copy] : [copy, write]),
	);
	if (answer === copy) {
		await vscode.env.clipboard.writeText(text);
		showStatus(l10n.t('Copied {0}', basename(client.file)));
	} else if (answer === write && path !== undefined) {
		await writeInto(path, client, file);
	}
}

async function getServer(name: string, form: ConfigurationForm, services: SetUpServices): Promise<AgentFile> {
	const { exports, extensionId, extensionUri, settings, storageUri } = services;
	const start = await writeLauncher({
		storage: storageUri.fsPath,
		extensionFolder: extensionUri.fsPath,
		extensionId,
		library: exports.root,
		personalColumns: settings.personalFields,
	});
	return {
		text: getConfiguration(form, start),
		language: form === 'json' ? 'json' : 'plaintext',
		purpose: (path) => l10n.t('{0} reads its configuration from {1}.', name, path),
		question: (path) => l10n.t('Add the App Errors server to {0}? The rest of the file is not changed.', path),
		merge: (before) => withServer(form, before, start),
		unchanged: (path) =>
			l10n.t(
				'{0} was not changed because it contains comments, has an unknown format, or already defines a server with this name. The configuration was copied to the clipboard instead.',
				path,
			),
	};
}

async function getSkill({ extensionUri }: SetUpServices): Promise<AgentFile> {
	const text = await readFile(vscode.Uri.joinPath(extensionUri, 'media', 'skills', skill).fsPath, 'utf8');
	return {
		text,
		language: 'markdown',
		purpose: (path) => l10n.t('Agents read this skill from {0}.', path),
		question: (path) => l10n.t('Write the skill to {0}?', path),
		merge: (before) => (before === '' || before === text ? text : undefined),
		unchanged: (path) =>
			l10n.t('{0} was not changed because it has other content. The skill was copied to the clipboard instead.', path),
	};
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

async function writeInto(path: string, client: AgentClient, file: AgentFile): Promise<void> {
	const write = l10n.t('Write to File');
	if ((await vscode.window.showWarningMessage(file.question(path), { modal: true }, write)) !== write) {
		return;
	}
	const copyInstead = async (reason: string) => {
		await vscode.env.clipboard.writeText(file.text);
		void showWarning(reason);
	};
	const folder = isInHome(client.file) ? undefined : getFolder();
	if (folder !== undefined && (await leadsThroughLink(path, folder))) {
		return copyInstead(
			l10n.t('{0} was not changed because it is a symbolic link. The text was copied to the clipboard instead.', path),
		);
	}
	const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') {
			return '';
		}
		throw error;
	});
	const after = file.merge(before);
	if (after === undefined) {
		return copyInstead(file.unchanged(path));
	}
	await writeConfiguration(path, after, folder === undefined);
	showStatus(l10n.t('Saved {0}', basename(path)));
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
