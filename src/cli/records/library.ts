import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Given } from '../asked/options';
import type { Terminal } from '../asked/terminal';

/** Where editors keep what is their extensions', below the folder of their settings. */
const ofExtension = join('User', 'globalStorage', 'app-errors.app-errors', 'exports');

/** Editors whose extensions are kept alike, by the names of their folders. */
const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor'];
const remotes = ['.vscode-server', '.vscode-server-insiders', '.vscodium-server', '.cursor-server'];

/**
 * The folders that exports are kept in: the one that was named, else those of the editors of this machine. New exports
 * go to the first.
 */
export function librariesOf(given: Given, { env, cwd }: Pick<Terminal, 'env' | 'cwd'>): readonly string[] {
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
