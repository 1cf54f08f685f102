import { type CooperativeTask, runSynchronously } from '../../common/cooperativeTask';
import { withoutTrailing } from '../../common/endings';
import { everyBatch, inBatches } from './batches';

/** Matches text without Markdown syntax: words, numbers, spaces, and commas. */
const words = /^[\p{L}\p{M}\p{N} ,]*$/u;
const number = /^\d+(?:[.:-]\d+)*$/;
/** Maximum number of characters in a number. Numbers in actual records are shorter. */
const maxNumberLength = 1000;

/** Matches line endings, control characters, and characters that change the text direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const disruptive = /\r\n?|\n|[\0-\x1f\x7f-\x9f\u2028\u2029]/g;
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns one line without active Markdown. Text that could contain syntax becomes code (CommonMark, section 6.1). */
export function markdownText(text: string): string {
	return runSynchronously(inert(text, (line) => line));
}

/**
 * Returns a table cell (GitHub Flavored Markdown, section 4.10). Inserts a space between `\` and `|`, so that the `\`
 * doesn't cancel the escape of the `|`.
 */
export function markdownCell(text: string): CooperativeTask<string> {
	return inert(text, (line) => line.replace(/\\(?=\|)/g, '\\ ').replaceAll('|', '\\|'));
}

/** @param escaped Escapes a line. Must not change words and plain numbers. */
function* inert(text: string, escaped: (line: string) => string): CooperativeTask<string> {
	const line = yield* inBatches(text, (slice) => escaped(slice.replace(disruptive, ' ').replace(turning, '\ufffd')));
	const isInert =
		(line.length <= maxNumberLength && number.test(line)) || (yield* everyBatch(line, (slice) => words.test(slice)));
	return isInert ? line : yield* codeSpan(line);
}

function* codeSpan(text: string): CooperativeTask<string> {
	const fence = '`'.repeat((yield* longestRun(text, '`')) + 1);
	// Pads with spaces, because CommonMark removes a space from both ends of a code span, and a backtick at an end would
	// merge with the delimiter.
	const isTaken = text.startsWith(' ') && text.endsWith(' ');
	const pad = isTaken || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return text.trim() === '' ? '' : `${fence}${pad}${text}${pad}${fence}`;
}

export function codeBlock(text: string): string {
	const fence = '`'.repeat(Math.max(3, runSynchronously(longestRun(text, '`')) + 1));
	return `${fence}text\n${withoutTrailing(text.replace(/\r\n?/g, '\n'), '\n')}\n${fence}`;
}

function* longestRun(text: string, character: string): CooperativeTask<number> {
	let longest = 0;
	for (let start = text.indexOf(character); start >= 0; ) {
		let end = start + 1;
		while (text[end] === character) {
			end++;
		}
		longest = Math.max(longest, end - start);
		start = text.indexOf(character, end);
		yield;
	}
	return longest;
}
