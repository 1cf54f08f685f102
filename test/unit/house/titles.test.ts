import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** More does not fit into a line of a CI log beside its time (characters). */
const maxLength = 80;

const title = /\b(?:it|describe)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

describe('Titles of tests', () => {
	it('fit into a line, without what is filled into them', () => {
		const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
			file.endsWith('.test.ts'),
		);
		const titles = files.flatMap((file) =>
			[...readFileSync(path.join('test', file), 'utf8').matchAll(title)].map(([, plain, template = '']) => ({
				file,
				text: plain ?? template.replaceAll(/\$\{[^}]*\}/g, ''),
			})),
		);
		assert.ok(titles.length > 2_000);
		assert.deepEqual(
			titles.filter(({ text }) => text.length > maxLength),
			[],
		);
	});
});
