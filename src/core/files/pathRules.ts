import { posix, win32 } from 'node:path';

export interface PathRules {
	readonly path: typeof posix;
	readonly ignoresCase: boolean;
}

export function pathRulesOf(platform: NodeJS.Platform): PathRules {
	return {
		path: platform === 'win32' ? win32 : posix,
		ignoresCase: platform === 'win32' || platform === 'darwin',
	};
}

export const systemPathRules = pathRulesOf(process.platform);

/** Removes redundant separators and, like VS Code's `Uri.file(path).fsPath`, uses a lowercase drive letter. */
export function canonicalPath(path: string, { path: { normalize, parse, sep } } = systemPathRules): string {
	const normal = normalize(path).replace(/^[A-Z]:/, (drive) => (sep === '\\' ? drive.toLowerCase() : drive));
	return normal.endsWith(sep) && normal !== parse(normal).root ? normal.slice(0, -1) : normal;
}

/** On Windows, a path such as `\exports` depends on the current drive. */
export function isFullPath(path: string, { path: { isAbsolute, parse, sep } } = systemPathRules): boolean {
	return isAbsolute(path) && (sep === '/' || parse(path).root.length > 1);
}

/** Whether two paths name the same file on a disk with the system's usual settings. Links are not resolved. */
export function isSamePath(a: string, b: string, rules = systemPathRules): boolean {
	const [first, second] = [canonicalPath(a, rules), canonicalPath(b, rules)];
	return first === second || (rules.ignoresCase && withoutCase(first) === withoutCase(second));
}

/** macOS can return names with letters and accents as separate characters. */
function withoutCase(path: string): string {
	return path.normalize().toLowerCase();
}
