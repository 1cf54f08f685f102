import { withoutTrailing } from '../../common/endings';

/** Text that no Markdown reader makes anything of: words and plain numbers. */
const inert = /^[\p{L}\p{M}\p{N} ,]*$|^\d+(?:[.:-]\d+)*$/u;

/** Line ends and control characters, and marks that turn the order of what follows them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is replaced
const disruptive = /\r\n?|\n|[\0-\x1f\x7f-\x9f\u2028\u2029]/g;
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text as one line of inert Markdown: what could be more than text becomes code, in which there are no links, mentions,
 * pictures or HTML (CommonMark, section 6.1). Line ends and control characters become spaces.
 */
export function markdownText(text: string): string {
	const line = text.replace(disruptive, ' ').replace(turning, '\ufffd');
	return inert.test(line) ? line : codeSpan(line);
}

/**
 * A cell of a table (GitHub Flavored Markdown, section 4.10), where only a backslash keeps a bar from ending it. A
 * backslash that stands before a bar already is set apart by a space, since it would undo that.
 */
export function markdownCell(text: string): string {
	return markdownText(text)
		.replace(/\\(?=\|)/g, '\\ ')
		.replaceAll('|', '\\|');
}

function codeSpan(text: string): string {
	const fence = '`'.repeat(longestRun(text, '`') + 1);
	// One space on each side is taken off again where both are there, and backticks need them.
	const isTaken = text.startsWith(' ') && text.endsWith(' ');
	const pad = isTaken || text.startsWith('`') || text.endsWith('`') ? ' ' : '';
	return text.trim() === '' ? '' : `${fence}${pad}${text}${pad}${fence}`;
}

/** Text of many lines as it is, between fences that nothing in it can close. */
export function codeBlock(text: string): string {
	const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1));
	return `${fence}text\n${withoutTrailing(text.replace(/\r\n?/g, '\n'), '\n')}\n${fence}`;
}

function longestRun(text: string, character: string): number {
	let longest = 0;
	let length = 0;
	for (let index = 0; index < text.length; index++) {
		length = text[index] === character ? length + 1 : 0;
		longest = Math.max(longest, length);
	}
	return longest;
}
