import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { Declaration, Outline } from './declaration';

type Open = { -readonly [Key in keyof Declaration]: Declaration[Key] } & { readonly indent: number };

const linesAtOnce = 256;
const head = /^([ \t]{0,200})(?:async[ \t]{1,8})?(def|class)[ \t]{1,8}([\w\u0080-\uffff]{1,200})/;

/**
 * Returns a Python file's classes and functions. Each one ends before the next line with the same or less indentation.
 */
export function* pythonOutline(text: string): CooperativeTask<Outline> {
	const types: Declaration[] = [];
	const members: Declaration[] = [];
	const open: Open[] = [];
	const lines = text.split('\n');
	let quotes: string | undefined;
	let lastCode = 1;
	for (const [index, line] of lines.entries()) {
		if (index % linesAtOnce === linesAtOnce - 1 && (yield)) {
			break;
		}
		const inString = quotes !== undefined;
		quotes = quotesAfter(line, quotes);
		const indent = line.search(/\S/);
		if (indent === -1 || line.charAt(indent) === '#') {
			continue;
		}
		// A line that starts with a closing bracket continues the statement above.
		if (inString || /[)\]}]/.test(line.charAt(indent))) {
			lastCode = index + 1;
			continue;
		}
		close(open, indent, lastCode);
		lastCode = index + 1;
		const [, , word, name] = head.exec(line) ?? [];
		if (name !== undefined) {
			const at = index + 1;
			const owner = open.filter(({ kind }) => kind === 'type').map((type) => type.name);
			const kind = word === 'class' ? 'type' : 'function';
			const base = { kind, name, owner, hasCode: true, isStatic: false, parameters: undefined } as const;
			const added: Open = {
				...base,
				indent,
				first: at,
				headLast: at,
				nameLine: at,
				last: at,
				valueLast: undefined,
				labels: undefined,
			};
			open.push(added);
			(kind === 'type' ? types : members).push(added);
		}
	}
	close(open, 0, lastCode);
	const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
	const named = { namespaces: [], tellsNamespace: false, tellsFunctions: true, facade: undefined };
	return { ...named, types, members, lines: Math.max(1, count) };
}

function close(open: Open[], indent: number, lastCode: number): void {
	for (let last = open.at(-1); last && last.indent >= indent; last = open.at(-1)) {
		last.last = lastCode;
		open.pop();
	}
}

function quotesAfter(line: string, quotes: string | undefined): string | undefined {
	let current = quotes;
	for (const [found] of line.matchAll(/"""|'''|#/g)) {
		if (current === undefined && found === '#') {
			break;
		}
		current = current === undefined ? found : current === found ? undefined : current;
	}
	return current;
}
