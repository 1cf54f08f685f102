import * as assert from 'node:assert/strict';
import { plainWords } from '../../../../../src/core/export/check/plainWords';

describe('conversion of text to a single plain line', () => {
	it('collapses text with line breaks and control characters into a single line', () => {
		assert.equal(plainWords(' Too\tmany\r\n\r\nrequests \u0007'), 'Too many requests');
	});

	it('removes bidirectional control characters and invisible characters from text', () => {
		assert.equal(plainWords('ab\u202ecd\u2066e\u200bf\ufeff'), 'abcdef');
	});

	it('returns the visible text of an HTML page without markup, styles and scripts', () => {
		const page = `<!doctype html><html><head><style>p { color: red }</style><title>502</title><!-- a > b --></head>
			<body onload="x()"><script>alert("<p>")</script><p>Bad gateway &amp; more &#233; &unknown; &#55357;</p></body>`;
		assert.equal(plainWords(page), '502 Bad gateway & more é &unknown; &#55357;');
	});

	it('handles unclosed HTML markup', () => {
		assert.equal(plainWords(`<html>word${'<script '.repeat(100_000)}`), 'word');
		assert.equal(plainWords(`<p>word<!-- ${'<!-- '.repeat(100_000)}`), 'word');
	});

	it('leaves text that merely contains a less-than sign unchanged', () => {
		assert.equal(plainWords('a < b > c'), 'a < b > c');
	});

	it('truncates long text', () => {
		const words = plainWords('word '.repeat(10_000));
		assert.equal(words.length <= 1200, true);
		assert.match(words, /…$/);
	});
});
