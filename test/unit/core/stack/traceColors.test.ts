import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { documentedBelow, headings } from './support/documentedFormats';

interface Rule {
	readonly match?: string;
	readonly begin?: string;
	readonly patterns?: readonly (Rule & { readonly include?: string })[];
}

const grammar: Rule & { readonly repository: Readonly<Record<string, Rule>> } = JSON.parse(
	readFileSync('syntaxes/stackTrace.tmLanguage.json', 'utf8'),
);

/** Returns the patterns of a rule. A line is colored if a pattern matches it. */
function patternsOf({ match, begin, patterns = [] }: Rule): readonly RegExp[] {
	const own = begin ?? match;
	return own === undefined ? patterns.flatMap(patternsOf) : [new RegExp(own)];
}

/** Returns whether the grammar colors a line, which can be indented. */
function isColored(line: string): boolean {
	const rules = (grammar.patterns ?? []).map(({ include = '' }) => grammar.repository[include.slice(1)] ?? {});
	return rules.flatMap(patternsOf).some((pattern) => pattern.test(line) || pattern.test(`    ${line}`));
}

describe('colors of stack traces in editors', () => {
	it('colors each documented format, except JSON', () => {
		const rows = Object.values(headings).flatMap(documentedBelow);
		const plain = rows.map(({ example }) => example).filter((line) => !line.startsWith('{') && !isColored(line));
		assert.deepEqual(plain, []);
	});

	it('leaves ordinary lines without colors', () => {
		for (const line of ['loaded 12 items', 'no stack trace here', '2 of 3 files were read']) {
			assert.equal(isColored(line), false, line);
		}
	});
});
