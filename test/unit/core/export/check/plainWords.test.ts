import * as assert from 'node:assert/strict';
import { plainWords } from '../../../../../src/core/export/check/plainWords';

describe('plainWords', () => {
	it('makes one line of any text', () => {
		assert.equal(plainWords(' Too\tmany\r\n\r\nrequests \u0007'), 'Too many requests');
	});

	it('removes characters that turn the direction of writing or are invisible', () => {
		assert.equal(plainWords('ab\u202ecd\u2066e\u200bf\ufeff'), 'abcdef');
	});

	it('keeps the words of a page and nothing else of it', () => {
		const page = `<!doctype html><html><head><style>p { color: red }</style><title>502</title><!-- a > b --></head>
			<body onload="x()"><script>alert("<p>")</script><p>Bad gateway &amp; more &#233; &unknown; &#55357;</p></body>`;
		assert.equal(plainWords(page), '502 Bad gateway & more é &unknown; &#55357;');
	});

	it('copes with markup that never ends', () => {
		assert.equal(plainWords(`<html>word${'<script '.repeat(100_000)}`), 'word');
		assert.equal(plainWords(`<p>word<!-- ${'<!-- '.repeat(100_000)}`), 'word');
	});

	it('leaves text alone that only has a less-than sign in it', () => {
		assert.equal(plainWords('a < b > c'), 'a < b > c');
	});

	it('cuts what is long', () => {
		const words = plainWords('word '.repeat(10_000));
		assert.equal(words.length <= 1200, true);
		assert.match(words, /…$/);
	});
});
