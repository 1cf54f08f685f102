import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Expands `~/` to the home folder. Returns an empty string for a relative path, which has no clear base. */
export function readChosenFolder(text: string, home = homedir()): string {
	const typed = text.trim();
	const path = /^~(?:[\\/]|$)/.test(typed) ? join(home, typed.slice(1)) : typed;
	return isAbsolute(path) ? path : '';
}
