interface Installed {
	/** The program that runs scripts for this editor. */
	readonly program: string;
	/** Of the extension that writes the launcher. */
	readonly extensionFolder: string;
	/** In which the editor keeps extensions, each version in a folder of its own. */
	readonly extensionsFolder: string;
	/** `<publisher>.<name>`. */
	readonly extensionId: string;
	/** Root of the export library. */
	readonly library: string;
	/** That a person declared to be. */
	readonly personalColumns: readonly string[];
}

/** What an agent's client starts: it stays where it is while versions of the extension come and go. */
interface Launcher {
	/** Finds the newest version that is installed, and runs its command line. */
	readonly script: string;
	/** For a shell, which runs the script. */
	readonly posix: string;
	/** For the command interpreter of Windows. */
	readonly windows: string;
}

/** @param scriptPath Where the script will be. */
export function launcherOf(
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
// Programs that are started from here are to be what they are.
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

/** A path of Windows has no quotes. */
function quotedForWindows(path: string): string {
	return `"${path.replaceAll('%', '%%')}"`;
}
