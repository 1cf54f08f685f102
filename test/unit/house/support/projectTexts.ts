import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ProjectText {
	/** File and line, such as `src/core/common/errors.ts:12`. */
	readonly location: string;
	readonly text: string;
}

const sourceFiles = filesMatching('{src,scripts,test}/**/*.{ts,mjs}').filter((file) => !file.includes('/fixtures/'));

export const markdownFiles: readonly string[] = filesMatching('{*,docs/**/*,media/**/*,samples/**/*,src/**/*}.md');

export function comments(): ProjectText[] {
	return sourceFiles.flatMap((file) => commentsOf(file));
}

export function oneLineDocComments(): ProjectText[] {
	return sourceFiles.flatMap((file) => matchingLines(file, /^\s*\/\*\*(.*)\*\/\s*$/));
}

export function testTitles(): ProjectText[] {
	return sourceFiles
		.filter((file) => file.startsWith('test/'))
		.flatMap((file) => matchingLines(file, /\b(?:it|describe|test|suite)\w*\(\s*['"`]([^'"`]+)['"`]/));
}

export function interfaceStrings(): ProjectText[] {
	return ['l10n/bundle.l10n.json', 'package.nls.json'].flatMap((file) => matchingLines(file, /:\s*"(.*)",?\s*$/));
}

export function documentLines(): ProjectText[] {
	return markdownFiles.flatMap((file) => matchingLines(file, /^(.*\S.*)$/));
}

function filesMatching(pattern: string): string[] {
	return globSync(pattern)
		.map((file) => file.split(path.sep).join('/'))
		.sort();
}

function linesOf(file: string): string[] {
	return readFileSync(file, 'utf8').split('\n');
}

function matchingLines(file: string, pattern: RegExp): ProjectText[] {
	return linesOf(file).flatMap((line, index) => {
		const text = pattern.exec(line)?.[1]?.trim();
		return text ? [{ location: `${file}:${index + 1}`, text }] : [];
	});
}

/** Recognizes comments line by line. Comment markers after a quote are considered part of a string. */
function commentsOf(file: string): ProjectText[] {
	const found: ProjectText[] = [];
	let isInBlock = false;
	for (const [index, line] of linesOf(file).entries()) {
		const block: RegExpExecArray | null = isInBlock
			? /^\s*(?:\*(?!\/))?(.*?)(\*\/|$)/.exec(line)
			: /^[^'"`]*?\/\*\*?(.*?)(\*\/|$)/.exec(line);
		const text = block?.[1] ?? /(?:^|^[^'"`]*?\s)\/\/(.*)$/.exec(line)?.[1];
		isInBlock = block !== null && block[2] === '';
		if (text?.trim()) {
			found.push({ location: `${file}:${index + 1}`, text: text.trim() });
		}
	}
	return found;
}
