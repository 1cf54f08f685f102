import { readFile, writeFile } from 'node:fs/promises';

export interface UiServer {
	readonly url: string;
	/** The user's and the machine's, with the same content. */
	readonly settingsFiles: readonly string[];
}

/** What `test/run-ui.mjs` prepared for the tests it runs. */
export interface UiEnvironment {
	readonly version: string;
	/** The folder that is opened by default. */
	readonly workspace: string;
	readonly screenshots: string;
	readonly browser: { executablePath: string; args: string[]; env: Record<string, string> };
	/** A running sample service. Nothing is set to use it. */
	readonly sample: { readonly url: string; readonly token: string };
	readonly trusted: UiServer;
	/** Trusts no folder by itself: it opens in Restricted Mode. */
	readonly restricted: UiServer;
}

export function uiEnvironment(): UiEnvironment {
	const text = process.env['APP_ERRORS_UI'];
	if (!text) throw new Error('Run these tests with "node test/run-ui.mjs".');
	return JSON.parse(text) as UiEnvironment;
}

/** `undefined` removes a setting. A change of one with application scope counts after a reload, of others at once. */
export async function changeSettings(server: UiServer, changes: Readonly<Record<string, unknown>>): Promise<void> {
	for (const file of server.settingsFiles) {
		const settings = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
		await writeFile(file, JSON.stringify({ ...settings, ...changes }, null, '\t'));
	}
}
