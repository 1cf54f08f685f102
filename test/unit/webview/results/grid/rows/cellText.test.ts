import assert from 'node:assert/strict';
import { cellText } from '../../../../../../src/webview/results/grid/rows/cellText';

describe('grid cell text', () => {
	it('replaces invisible characters and text direction characters in a cell with their names', () => {
		assert.equal(cellText('a\u0000b\u202Ec\u2066'), 'a[U+0000]b[U+202E]c[U+2066]');
	});

	it('normalizes the line breaks in a cell and keeps tabs', () => {
		assert.equal(cellText('a\r\nb\rc\n\td'), 'a\nb\nc\n\td');
	});

	it('truncates long text in a cell', () => {
		const shown = cellText('x'.repeat(5_000_000));
		assert.equal(shown.length, 1001);
		assert.ok(shown.endsWith('…'));
	});

	it('leaves ordinary cell text unchanged', () => {
		const text = '<b>&amp;</b> 👩‍👩‍👧 עברית 日本語 e\u0301';
		assert.equal(cellText(text), text);
	});
});
