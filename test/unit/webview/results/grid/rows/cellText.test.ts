import assert from 'node:assert/strict';
import { cellText } from '../../../../../../src/webview/results/grid/rows/cellText';

describe('The text of a cell', () => {
	it('names what cannot be seen, and what turns texts round', () => {
		assert.equal(cellText('a\u0000b\u202Ec\u2066'), 'a[U+0000]b[U+202E]c[U+2066]');
	});

	it('has one kind of line end, and keeps tabs', () => {
		assert.equal(cellText('a\r\nb\rc\n\td'), 'a\nb\nc\n\td');
	});

	it('is cut', () => {
		const shown = cellText('x'.repeat(5_000_000));
		assert.equal(shown.length, 1001);
		assert.ok(shown.endsWith('…'));
	});

	it('is otherwise the text', () => {
		const text = '<b>&amp;</b> 👩‍👩‍👧 עברית 日本語 e\u0301';
		assert.equal(cellText(text), text);
	});
});
