import assert from 'node:assert/strict';
import {
	comments,
	documentLines,
	interfaceStrings,
	oneLineDocComments,
	type ProjectText,
	testTitles,
} from './support/projectTexts';
import { discouragedPhrases, sentenceFragment } from './support/wordList';

const maxExamples = 20;

function discouragedPhraseIn(text: string): string | undefined {
	const [pattern, instead] = discouragedPhrases.find(([phrase]) => phrase.test(text)) ?? [];
	return pattern && `"${pattern.exec(text)?.[0]}", write instead: ${instead}`;
}

function fragmentIn(text: string): string | undefined {
	return sentenceFragment.test(text) ? 'not a sentence' : undefined;
}

function assertShare(
	texts: readonly ProjectText[],
	problemIn: (text: string) => string | undefined,
	{ maxPercent, minTexts }: { readonly maxPercent: number; readonly minTexts: number },
): void {
	assert.ok(texts.length >= minTexts, `found only ${texts.length} texts`);
	const problems = texts.flatMap(({ location, text }) => {
		const problem = problemIn(text);
		return problem ? [`${location}: ${problem}\n    ${text.slice(0, 140)}`] : [];
	});
	const percent = (100 * problems.length) / texts.length;
	assert.ok(
		percent <= maxPercent,
		`${problems.length} of ${texts.length} (${percent.toFixed(2)} %, limit ${maxPercent} %):\n${problems.slice(0, maxExamples).join('\n')}`,
	);
}

describe('wording in the project', () => {
	it('allows discouraged phrases in at most 1% of comments', () => {
		assertShare(comments(), discouragedPhraseIn, { maxPercent: 1, minTexts: 5_000 });
	});

	it('allows sentence fragments in at most 1% of one-line doc comments', () => {
		assertShare(oneLineDocComments(), fragmentIn, { maxPercent: 1, minTexts: 1_000 });
	});

	it('allows discouraged phrases in at most 0.3% of interface strings', () => {
		assertShare(interfaceStrings(), discouragedPhraseIn, { maxPercent: 0.3, minTexts: 1_000 });
	});

	it('allows discouraged phrases in at most 0.5% of documentation lines', () => {
		assertShare(documentLines(), discouragedPhraseIn, { maxPercent: 0.5, minTexts: 300 });
	});

	it('allows discouraged phrases in at most 2% of test titles', () => {
		assertShare(testTitles(), discouragedPhraseIn, { maxPercent: 2, minTexts: 2_000 });
	});
});
