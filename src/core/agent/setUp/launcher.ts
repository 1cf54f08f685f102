interface Installed {
	readonly program: string;
	readonly extensionFolder: string;
	readonly extensionsFolder: string;
	readonly extensionId: string;
	readonly library: string;
	readonly personalColumns: readonly string[];
}

/** Files that an MCP client runs to start the server. Their paths survive updates of the extension. */
interface Launcher {
	/** Script that runs the command line of the newest installed version of the extension. */
	readonly script: string;
	readonly posix: string;
	readonly windows: string;
}

export function getLauncher(
	{ program, extensionFolder, extensionsFolder, extensionId, library, personalColumns }: Installed,
	scriptPath: string,
): Launcher {
	const script = `// Written by App Errors, which writes it anew.
'use strict';
const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
const extensions = ${JSON.stringify(extensionsFolder)};
const prefix = ${JSON.stringify(`${extensionId}-`)};
const cliOf = (folder) => join(folder, 'dist', 'cli.js');
const { compare } = new Intl.Collator('en', { numeric: true });
const installed = () => {
	try {
		return readdirSync(extensions)
			.filter((name) => name.startsWith(prefix) && existsSync(cliOf(join(extensions, name))))
			.sort(compare)
			.map((name) => join(extensions, name));
	} catch {
		return [];
	}
};
process.env.APP_ERRORS_LIBRARY ??= ${JSON.stringify(library)};
process.env.APP_ERRORS_PERSONAL_COLUMNS ??= ${JSON.stringify(personalColumns.join())};
// Other programs must not run as Node.js.
delete process.env.ELECTRON_RUN_AS_NODE;
require(cliOf(installed().at(-1) ?? ${JSON.stringify(extensionFolder)}));
`;
	return {
		script,
		posix: `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quotedForShell(program)} ${quotedForShell(scriptPath)} "$@"\n`,
		windows: `@echo off\r\nsetlocal\r\nset "ELECTRON_RUN_AS_NODE=1"\r\n${quotedForWindows(program)} ${quotedForWindows(scriptPath)} %*\r\n`,
	};
}

function quotedForShell(path: string): string {
	return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Quotes a path for a batch file. Windows paths can't contain quotation marks. */
function quotedForWindows(path: string): string {
	return `"${path.replaceAll('%', '%%')}"`;
}
