import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledVsCode } from './install.mjs';

export interface UiServer {
	readonly url: string;
	readonly pid: number | undefined;
	/** Paths of the user settings and the machine settings. Both files have the same content. */
	readonly settingsFiles: readonly string[];
}

export interface UiEnvironment {
	readonly version: string;
	readonly vscode: InstalledVsCode;
	/** Path of the packaged extension. */
	readonly extension: string;
	readonly workspace: string;
	readonly screenshots: string;
	readonly browser: { executablePath: string; args: string[]; env: Record<string, string> };
	readonly sample: { readonly url: string; readonly token: string };
	readonly trusted: UiServer;
	readonly restricted: UiServer;
}

export function uiEnvironment(): UiEnvironment {
	const text = process.env['APP_ERRORS_UI'];
	if (!text) throw new Error('Run these tests with "node test/run-ui.mjs".');
	return JSON.parse(text) as UiEnvironment;
}

/** Changes settings. Undefined removes a setting. Changes to settings with application scope require a reload. */
export async function changeSettings(server: UiServer, changes: Readonly<Record<string, unknown>>): Promise<void> {
	for (const file of server.settingsFiles) {
		const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
		await writeFile(file, JSON.stringify({ ...settings, ...changes }, null, '\t'));
	}
}

export async function serverFiles({ settingsFiles: [file = ''] }: UiServer): Promise<string[]> {
	// The path has the form `<folder>/data/User/settings.json`.
	const folder = path.dirname(path.dirname(path.dirname(file)));
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

export async function extensionLog(): Promise<string[]> {
	const { trusted, restricted } = uiEnvironment();
	const files = (await Promise.all([trusted, restricted].map(serverFiles))).flat();
	const logs = files.filter((file) => /App Errors[^/\\]*\.log$/.test(file));
	const texts = await Promise.all(logs.map((file) => readFile(file, 'utf8')));
	return texts.flatMap((text) => text.trimEnd().split('\n').slice(-20));
}
