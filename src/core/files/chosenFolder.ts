import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * The folder that a setting names, with `~/` for the home folder. Empty for anything but an absolute path: what it would
 * be relative to is the folder that the editor happened to be started in.
 */
export function readChosenFolder(text: string, home = homedir()): string {
	const typed = text.trim();
	const path = /^~(?:[\\/]|$)/.test(typed) ? join(home, typed.slice(1)) : typed;
	return isAbsolute(path) ? path : '';
}
