import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { languageFamilies } from '../../../../src/core/stack/languages';
import { assertNone } from '../../house/support/faults';
import { documentedBelow, documentedPlatforms } from './support/documentedFormats';

const grammarFile = 'syntaxes/stackTrace.tmLanguage.json';

interface Rule {
	readonly match?: string;
	readonly begin?: string;
	readonly patterns?: readonly (Rule & { readonly include?: string })[];
}

const grammar: Rule & { readonly repository: Readonly<Record<string, Rule>> } = JSON.parse(
	readFileSync(grammarFile, 'utf8'),
);

function patternsOf({ match, begin, patterns = [] }: Rule): readonly RegExp[] {
	const own = begin ?? match;
	return own === undefined ? patterns.flatMap(patternsOf) : [new RegExp(own)];
}

function isColored(line: string): boolean {
	const rules = (grammar.patterns ?? []).map(({ include = '' }) => grammar.repository[include.slice(1)] ?? {});
	return rules.flatMap(patternsOf).some((pattern) => pattern.test(line) || pattern.test(`    ${line}`));
}

describe('stack trace colors in editors', () => {
	it('colors each documented stack trace format except JSON', () => {
		const rows = Object.values(documentedPlatforms).flatMap(({ heading }) => documentedBelow(heading));
		const plain = rows.map(({ example }) => example).filter((line) => !line.startsWith('{') && !isColored(line));
		assertNone(plain, `lines without a pattern in ${grammarFile}`);
	});

	it('colors a line number in a source file of each language', () => {
		const extensions = Object.keys(languageFamilies);
		const plain = extensions.filter((extension) => !isColored(`Cart total Cart.${extension}:17`));
		assertNone(plain, `file extensions missing in otherFrame of ${grammarFile}`);
	});

	it('does not color ordinary lines', () => {
		for (const line of ['loaded 12 items', 'no stack trace here', '2 of 3 files were read']) {
			assert.equal(isColored(line), false, line);
		}
	});
});
