import { readFileSync } from 'node:fs';

export interface UiServer {
	readonly url: string;
	/** Machine settings; VS Code notices when they change. */
	readonly settingsFile: string;
}

/** What `test/run-ui.mjs` prepared for the tests it runs. */
export interface UiEnvironment {
	readonly version: string;
	/** The folder that is opened by default. */
	readonly workspace: string;
	readonly screenshots: string;
	readonly browser: { executablePath: string; args: string[]; env: Record<string, string> };
	readonly trusted: UiServer;
	/** Trusts no folder by itself: it opens in Restricted Mode. */
	readonly restricted: UiServer;
}

export function uiEnvironment(): UiEnvironment {
	const text = process.env['APP_ERRORS_UI'];
	if (!text) throw new Error('Run these tests with "node test/run-ui.mjs".');
	return JSON.parse(text) as UiEnvironment;
}

export function readSettings(server: UiServer): Record<string, unknown> {
	return JSON.parse(readFileSync(server.settingsFile, 'utf8')) as Record<string, unknown>;
}
