import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assertNone } from './support/faults';

/** Maximum length of a title, in characters. A longer title and its duration don't fit on one line of a CI log. */
const maxLength = 110;

const title = /\b(?:it|describe)\(\s*(?:'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

describe('test titles', () => {
	it('limits test titles to one line, excluding interpolated values', () => {
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
		assertNone(
			titles.filter(({ text }) => text.length > maxLength),
			`titles with more than ${maxLength} characters`,
		);
	});
});
