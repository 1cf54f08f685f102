import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Matches messages chosen by comparing a count with 1, which is correct in only a few languages. */
const chosenByHand = /(?:=== 1|> 1)\s*\?\s*\[?\s*(?:\w+\.)*t\(\s*(?:'[^']*\b1 |"[^"]*\b1 |'[^']*\{0\} \w+s\b)/;

describe('messages that contain a count', () => {
	it('chooses messages with a count by the plural rules of the language', () => {
		const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.filter((file) => chosenByHand.test(readFileSync(path.join('src', file), 'utf8')));
		assert.deepEqual(found, []);
	});
});
