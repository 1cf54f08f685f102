import { withoutTrailing } from '../../common/endings';
import { atOnce, type Steps } from '../../common/steps';
import { everySlice, inSlices } from './slices';

/** Text that no Markdown reader makes anything of: words and plain numbers. */
const words = /^[\p{L}\p{M}\p{N} ,]*$/u;
const number = /^\d+(?:[.:-]\d+)*$/;
/** Nobody writes longer numbers (characters). */
const maxNumberLength = 1000;

/** Line ends and control characters, and marks that turn the order of what follows them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const disruptive = /\r\n?|\n|[\0-\x1f\x7f-\x9f\u2028\u2029]/g;
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text as one line of inert Markdown: what could be more than text becomes code, in which there are no links, mentions,
 * pictures or HTML (CommonMark, section 6.1). Line ends and control characters become spaces.
 */
export function markdownText(text: string): string {
	return atOnce(inert(text, (line) => line));
}

/**
 * A cell of a table (GitHub Flavored Markdown, section 4.10), where only a backslash keeps a bar from ending it. A
 * backslash that stands before a bar already is set apart by a space, since it would undo that.
 */
export function markdownCell(text: string): Steps<string> {
	return inert(text, (line) => line.replace(/\\(?=\|)/g, '\\ ').replaceAll('|', '\\|'));
}

/** @param escaped Leaves words and plain numbers as they are. */
function* inert(text: string, escaped: (line: string) => string): Steps<string> {
	const line = yield* inSlices(text, (slice) => escaped(slice.replace(disruptive, ' ').replace(turning, '\ufffd')));
	const isInert =
		(line.length <= maxNumberLength && number.test(line)) || (yield* everySlice(line, (slice) => words.test(slice)));
	return isInert ? line : yield* codeSpan(line);
}

function* codeSpan(text: string): Steps<string> {
	const fence = '`'.repeat((yield* longestRun(text, '`')) + 1);
	// One space on each side is taken off again where both are there, and backticks need them.
	const isTaken = text.startsWith(' ') && text.endsWith(' ');
	const pad = isTaken || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return text.trim() === '' ? '' : `${fence}${pad}${text}${pad}${fence}`;
}

/** Text of many lines as it is, between fences that nothing in it can close. */
export function codeBlock(text: string): string {
	const fence = '`'.repeat(Math.max(3, atOnce(longestRun(text, '`')) + 1));
	return `${fence}text\n${withoutTrailing(text.replace(/\r\n?/g, '\n'), '\n')}\n${fence}`;
}

function* longestRun(text: string, character: string): Steps<number> {
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
