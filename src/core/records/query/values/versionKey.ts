/** Words that say a version is before the one without them (Semantic Versioning, section 9, and common habit). */
export const earlierWords: ReadonlySet<string> = new Set([
	...['alpha', 'beta', 'canary', 'dev', 'eap', 'milestone', 'nightly', 'pre', 'preview', 'rc', 'snapshot'],
]);

/** The same in short when a number follows, as in `2.0b3`; alone, a letter marks a later version. */
const beforeInShort = /^[abm]$/;

// What may follow a common beginning, in this order; the end of the version lies between.
const earlierWord = '1';
const theEnd = '2';
const laterWord = '3';
const number = '4';

/**
 * Text whose order by code points is the order of versions: numbers by value, missing ones as 0, `2.10` after `2.9`,
 * `2.0-rc1` before `2.0` and `2.0a4f` after it. Separators do not matter, nor does letter case.
 */
export function versionKey(version: string): string {
	const parts = version.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
	// With a letter for a version, as in `v2.1`.
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
				// Zeros at the end are not written: `1.0` is `1`.
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

/** Longer runs of digits are larger numbers; beyond any version that is one, length no longer counts. */
export function lengthMark(digits: string): string {
	return String.fromCharCode(0x100 + Math.min(digits.length, 0x8000));
}
