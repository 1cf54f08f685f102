import { homedir } from 'node:os';
import { canonicalPath, isFullPath, type PathRules, systemPathRules } from './pathRules';

/**
 * Expands `~/` to the home folder. Returns an empty string for a relative path, because its parent folder is unknown.
 */
export function readChosenFolder(text: string, home = homedir(), rules: PathRules = systemPathRules): string {
	const typed = text.trim();
	const path = /^~(?:[\\/]|$)/.test(typed) ? rules.path.join(home, typed.slice(1)) : typed;
	return isFullPath(path, rules) ? canonicalPath(path, rules) : '';
}
