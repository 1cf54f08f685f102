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

/** Removes redundant separators and converts the drive letter to lowercase, like VS Code's `Uri.file(path).fsPath`. */
export function canonicalPath(path: string, { path: { normalize, parse, sep } } = systemPathRules): string {
	const normal = normalize(path).replace(/^[A-Z]:/, (drive) => (sep === '\\' ? drive.toLowerCase() : drive));
	return normal.endsWith(sep) && normal !== parse(normal).root ? normal.slice(0, -1) : normal;
}

/** Returns true for an absolute path with a drive. On Windows, `\exports` is on the current drive, which can change. */
export function isFullPath(path: string, { path: { isAbsolute, parse, sep } } = systemPathRules): boolean {
	return isAbsolute(path) && (sep === '/' || parse(path).root.length > 1);
}

/**
 * Returns true if two paths refer to the same file. Assumes that the disk treats letter case as usual on the operating
 * system. Symbolic links are not resolved.
 */
export function isSamePath(a: string, b: string, rules = systemPathRules): boolean {
	const [first, second] = [canonicalPath(a, rules), canonicalPath(b, rules)];
	return first === second || (rules.ignoresCase && withoutCase(first) === withoutCase(second));
}

/** Normalizes letter case and accents, because macOS can store a letter and its accent as two characters. */
function withoutCase(path: string): string {
	return path.normalize().toLowerCase();
}
