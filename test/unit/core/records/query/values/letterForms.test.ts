import assert from 'node:assert/strict';
import { LetterForms } from '../../../../../../src/core/records/query/values/textSearch';
import { fold } from '../../../../../../src/shared/fold';

describe('forms of a letter that a text search finds', () => {
	it('returns every form of a letter that Unicode defines', () => {
		const forms = new LetterForms();
		const missing: string[] = [];
		let checked = 0;
		for (let code = 0; code <= 0x10ffff; code++) {
			const form = String.fromCodePoint(code);
			const folded = fold(form);
			if (folded === form || (code >= 0xd800 && code <= 0xdfff)) {
				continue;
			}
			for (const character of folded) {
				const listed = forms.of(character);
				checked += listed ? 1 : 0;
				if (listed && !listed.includes(form)) {
					missing.push(`U+${code.toString(16)} for ${character}`);
				}
			}
		}
		assert.deepEqual(missing, []);
		assert.ok(checked > 2000, String(checked));
	});

	it('returns no case variants of combining marks and decomposable characters', () => {
		for (const character of ['é', '\u0301', '가', 'й']) {
			assert.equal(new LetterForms().of(character), undefined);
		}
	});
});
