import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { ParsedOptions } from '../options/options';
import type { Terminal } from '../options/terminal';

const ofExtension = join('User', 'globalStorage', 'app-errors.app-errors', 'exports');

/** User data folders of editors that store extension data in the same layout. */
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor'];
const remotes = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server', '.cursor-server'];

/** Returns the specified library, or else the libraries of all editors. New exports are stored in the first one. */
export function getLibraries(given: ParsedOptions, { env, cwd }: Pick<Terminal, 'env' | 'cwd'>): readonly string[] {
	const named = given.text('library') ?? env['APP_ERRORS_LIBRARY'];
	return named ? [resolve(cwd, named)] : ofEditors(env).filter((folder) => existsSync(folder));
}

function ofEditors(env: Readonly<NodeJS.ProcessEnv>): readonly string[] {
	const home = homedir();
	const settings = {
		win32: env['APPDATA'] ?? join(home, 'AppData', 'Roaming'),
		darwin: join(home, 'Library', 'Application Support'),
	}[process.platform as string];
	const root = settings ?? env['XDG_CONFIG_HOME'] ?? join(home, '.config');
	return [
		...editors.map((editor) => join(root, editor, ofExtension)),
		...remotes.map((remote) => join(home, remote, 'data', ofExtension)),
	];
}
