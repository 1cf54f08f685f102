import { type Unescaped, unchanged } from '../trace/unescape';
import { joinParts } from './joinedParts';
import type { TextLine } from './textLine';

/** Matches terminal escape sequences (ECMA-48). In some logs, the escape character is missing or written as text. */
const sequence =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use these characters
	/(?:\u001b|\u241b|\\?\^\[|\\(?:x1b|u001b|033|e))\[[\d;:?]{0,40}[A-Za-z](?:<…>)?|\[[\d;:]{1,40}m|\u009b[\d;:]{0,40}m|\u001b\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|\u001b[()][\dA-Z]|<a href="[^"\n]{0,500}"[^>\n]{0,40}>|<\/a>/g;

export function withoutColors(text: string): Unescaped {
	if (!hasColors(text)) {
		return unchanged(text);
	}
	const parts: TextLine[] = [];
	let start = 0;
	for (const { index, 0: found } of text.matchAll(sequence)) {
		if (index > start) {
			parts.push({ text: text.slice(start, index), start });
		}
		start = index + found.length;
	}
	parts.push({ text: text.slice(start), start });
	return joinParts(parts, '');
}

export function hasColors(text: string): boolean {
	return (
		text.includes('\u001b') ||
		text.includes('\u009b') ||
		text.includes('[0m') ||
		text.includes('^[[') ||
		text.includes('<a href=')
	);
}

export function beginsWithColor(line: string): boolean {
	return line.startsWith('[') && /^\[[\d;]{1,20}m/.test(line);
}
