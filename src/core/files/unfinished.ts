/*
 * Names of files that are not whole yet: `<name>.<mark>.part` of records, `<name>.<mark>.tmp` of what is small. The mark is
 * of whoever holds the lock of the folder, so no two ever write the same file; without a lock, and in earlier versions,
 * there is none.
 */

type Kind = 'part' | 'tmp';

/** Of a lock's token: enough that no two owners of one folder have the same. */
const markLength = 8;

const pattern = /(?:\.[0-9a-f]{8})?\.(part|tmp)$/;

export function markOf(token: string): string {
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

/** The name that a file of records will have once it is complete; of a complete one, its own. */
export function finishedName(name: string): string {
	return pattern.exec(name)?.[1] === 'part' ? name.replace(pattern, '') : name;
}
