import { readFile, writeFile } from 'node:fs/promises';

export interface UiServer {
	readonly url: string;
	/** Paths of the user and machine settings, which have the same content. */
	readonly settingsFiles: readonly string[];
}

export interface UiEnvironment {
	readonly version: string;
	readonly workspace: string;
	readonly screenshots: string;
	readonly browser: { executablePath: string; args: string[]; env: Record<string, string> };
	/** A running sample service, which the extension is not configured to use. */
	readonly sample: { readonly url: string; readonly token: string };
	readonly trusted: UiServer;
	readonly restricted: UiServer;
}

export function uiEnvironment(): UiEnvironment {
	const text = process.env['APP_ERRORS_UI'];
	if (!text) throw new Error('Run these tests with "node test/run-ui.mjs".');
	return JSON.parse(text) as UiEnvironment;
}

/** A value of `undefined` removes a setting. Changes to settings with application scope require a reload. */
export async function changeSettings(server: UiServer, changes: Readonly<Record<string, unknown>>): Promise<void> {
	for (const file of server.settingsFiles) {
		const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
		await writeFile(file, JSON.stringify({ ...settings, ...changes }, null, '\t'));
	}
}
