import assert from 'node:assert/strict';
import { visibleText } from '../../../../../src/webview/common/dom/visibleText';

describe('text with invisible characters made visible', () => {
	it('replaces control characters and text direction characters with their names', () => {
		assert.equal(
			visibleText('a\u202eb\u2066c\u0000\u001b[31m\ufeff\u200f\u061c'),
			'a[U+202E]b[U+2066]c[U+0000][U+001B][31m[U+FEFF][U+200F][U+061C]',
		);
	});

	it('leaves line breaks, tabs, joiners and letters of all scripts unchanged', () => {
		const text = 'a\tb\nc\r\n👩‍💻 עברית العربية می‌خواهم e\u0301';
		assert.equal(visibleText(text), text);
	});
});
