import { readFileSync } from 'node:fs';
import path from 'node:path';

export const workspace = path.resolve('samples', 'workspace');

export function getLines(file: string): readonly string[] {
	return readFileSync(path.join(workspace, file), 'utf8').split('\n');
}

/** Patterns of function declarations by file extension. The capturing groups contain the function name. */
const declarations: Readonly<Record<string, RegExp>> = {
	kt: /\bfun (\w+)\(|\b(init) \{/,
	java: /^\s+(?:public|private|protected|static)\b[^=;]*?\b(\w+)\(/,
	swift: /\bfunc (\w+)[(<]|\b(init)\(/,
	m: /^[-+] \([^)]*\)(\w+)/,
	dart: /^ {2}(?:factory \w+\.|[A-Z]\w*(?:<.*?>)? |void |static )(?:get )?(\w+)[( ]/,
	ts: /\bfunction (\w+)\(/,
	tsx: /\bfunction (\w+)\(|const (\w+) = useCallback\(/,
	cs: /^\s+(?:public|private|protected|internal)\b[^=;]*?\b(\w+)\(/,
};

/** Returns the name of the function around a line: the nearest declaration above it with less indentation. */
export function functionAround(file: string, line: number): string | undefined {
	const lines = getLines(file);
	const declaration = declarations[path.extname(file).slice(1)];
	let indentation = indentationOf(lines[line - 1] ?? '');
	for (let index = line - 2; index >= 0 && declaration; index--) {
		const text = lines[index] ?? '';
		if (!/^\s*\{?$/.test(text) && indentationOf(text) < indentation) {
			indentation = indentationOf(text);
			const match = declaration.exec(text);
			if (match) {
				return match.slice(1).find((name) => name !== undefined);
			}
		}
	}
	return undefined;
}

function indentationOf(text: string): number {
	return text.length - text.trimStart().length;
}
