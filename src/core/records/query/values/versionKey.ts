/** Words that indicate a prerelease (Semantic Versioning, section 9, and common usage). */
export const earlierWords: ReadonlySet<string> = new Set([
	...['alpha', 'beta', 'canary', 'dev', 'eap', 'milestone', 'nightly', 'pre', 'preview', 'rc', 'snapshot'],
]);

/** Letters that mark a prerelease if a number follows, as in `2.0b3`. Without a number, they mark a later version. */
const beforeInShort = /^[abm]$/;

// Prefixes of the parts of a sort key, in ascending order: prerelease words, the end of a version, then all other
// parts.
const earlierWord = '1';
const theEnd = '2';
const laterWord = '3';
const number = '4';

/** Returns a sort key for a version. `2.10` comes after `2.9`, `2.0-rc1` before `2.0`, and `2.0a` after `2.0`. */
export function versionKey(version: string): string {
	const parts = version.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
	// A leading `v`, as in `v2.1`, is ignored.
	if (parts[0] === 'v' && parts.length > 1) {
		parts.shift();
	}
	let key = '';
	let zeros = '';
	for (const [index, part] of parts.entries()) {
		if (/^\d/.test(part)) {
			const digits = part.replace(/^0+/, '');
			const written = number + lengthMark(digits) + digits;
			if (digits === '') {
				// Omits trailing zeros, so that `1.0` and `1` have the same key.
				zeros += written;
			} else {
				key += zeros + written;
				zeros = '';
			}
		} else {
			const early = earlierWords.has(part) || (beforeInShort.test(part) && /^\d/.test(parts[index + 1] ?? ''));
			key += `${early ? earlierWord : laterWord}${part}\0`;
			zeros = '';
		}
	}
	return key + theEnd;
}

/** Encodes the number of digits as a character, so that longer numbers come after shorter ones. */
export function lengthMark(digits: string): string {
	return String.fromCharCode(0x100 + Math.min(digits.length, 0x8000));
}
