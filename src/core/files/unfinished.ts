/*
 * Incomplete files are named `<name>.<mark>.part` (records) or `<name>.<mark>.tmp` (small files). The mark identifies
 * the owner of the folder's lock. Files that were written without a lock or by earlier versions have no mark.
 */

type Kind = 'part' | 'tmp';

/** Number of characters of the lock token in a file name, which are enough to distinguish the owners of a lock. */
const markLength = 8;

const pattern = /(?:\.[0-9a-f]{8})?\.(part|tmp)$/;

export function getMark(token: string): string {
	return token.slice(0, markLength);
}

export function unfinishedPath(path: string, kind: Kind, mark: string | undefined): string {
	return mark === undefined ? `${path}.${kind}` : `${path}.${mark}.${kind}`;
}

export function isUnfinished(name: string): boolean {
	return pattern.test(name);
}

export function isMarked(path: string, mark: string): boolean {
	return path.endsWith(`.${mark}.part`) || path.endsWith(`.${mark}.tmp`);
}

export function finishedName(name: string): string {
	return pattern.exec(name)?.[1] === 'part' ? name.replace(pattern, '') : name;
}
