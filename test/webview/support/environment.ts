export interface WebviewEnvironment {
	/** Folder of the bundled pages: `<name>.js` and `<name>.css`. */
	readonly pages: string;
	readonly screenshots: string;
	readonly browser: {
		readonly executablePath: string;
		readonly args: readonly string[];
		readonly env: Record<string, string>;
	};
}

export function webviewEnvironment(): WebviewEnvironment {
	const text = process.env['APP_ERRORS_WEBVIEW'];
	if (text === undefined) {
		throw new Error('Run these with test/run-webview.mjs.');
	}
	return JSON.parse(text) as WebviewEnvironment;
}
