interface Installed {
	readonly extensionFolder: string;
	readonly extensionsFolder: string;
	readonly extensionId: string;
	readonly library: string;
	readonly personalColumns: readonly string[];
}

export function getLauncher({
	extensionFolder,
	extensionsFolder,
	extensionId,
	library,
	personalColumns,
}: Installed): string {
	return `// Written by App Errors, which writes it anew.
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
// This variable is deleted, because child processes that use the same executable would also run as Node.js.
delete process.env.ELECTRON_RUN_AS_NODE;
require(cliOf(installed().at(-1) ?? ${JSON.stringify(extensionFolder)}));
`;
}
