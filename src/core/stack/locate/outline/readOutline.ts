import type { CooperativeTask } from '../../../common/cooperativeTask';
import type { Declaration, Outline } from './declaration';
import { type Family, getFamily, syntaxes } from './language';
import { maxSourceLength } from './maxSourceLength';
import { OutlineReader } from './outlineReader';
import { pythonOutline } from './pythonOutline';
import { Tokens } from './tokens';

const namespaced: ReadonlySet<Family> = new Set(['kotlin', 'java', 'csharp', 'cpp']);

const tokensAtOnce = 256;

/**
 * Returns the declarations in a file. Skips code that it doesn't recognize, and never throws. The result is partial if
 * the task was interrupted.
 */
export function* readingOutline(path: string, text: string): CooperativeTask<Outline> {
	const family = getFamily(path);
	const source = text.length > maxSourceLength ? text.slice(0, maxSourceLength) : text;
	if (family === 'python') {
		return yield* pythonOutline(source);
	}
	if (family === 'other') {
		return yield* otherOutline(source);
	}
	const isPage = /\.(?:vue|svelte)$/i.test(path);
	const tokens = new Tokens(isPage ? onlyScripts(source) : source, syntaxes[family]);
	const reader = new OutlineReader(family);
	let count = 0;
	for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
		if (token !== 'skipped') {
			reader.add(token);
		}
		if (++count % tokensAtOnce === 0 && (yield)) {
			break;
		}
	}
	return {
		...reader.end(tokens.line1),
		tellsNamespace: namespaced.has(family),
		tellsFunctions: true,
		lines: tokens.line1,
	};
}

function* otherOutline(text: string): CooperativeTask<Outline> {
	const namespaces: string[] = [];
	const types: Declaration[] = [];
	const lines = text.split('\n');
	for (const [index, line] of lines.entries()) {
		if (index % tokensAtOnce === tokensAtOnce - 1 && (yield)) {
			break;
		}
		const [, word, name] =
			/^\s{0,16}(?:rec\s|partial\s|public\s)?(namespace|module|class)\s(?:rec\s)?([\w.]{1,200})/i.exec(line) ?? [];
		if (name !== undefined && word?.toLowerCase() !== 'class') {
			namespaces.push(name);
		} else if (name !== undefined) {
			const at = index + 1;
			const base = { kind: 'type', name, owner: [], hasCode: false, parameters: undefined, isStatic: false } as const;
			types.push({ ...base, first: at, headLast: at, nameLine: at, last: at, valueLast: undefined, labels: undefined });
		}
	}
	const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
	return {
		namespaces,
		tellsNamespace: namespaces.length > 0,
		types,
		members: [],
		tellsFunctions: false,
		facade: undefined,
		lines: Math.max(1, count),
	};
}

/**
 * Returns the contents of `<script>` elements. All other text is removed except line breaks, so that line numbers stay
 * the same.
 */
function onlyScripts(text: string): string {
	let retained = '';
	let index = 0;
	for (;;) {
		const tag = text.indexOf('<script', index);
		const open = tag === -1 ? -1 : text.indexOf('>', tag);
		if (open === -1) {
			return retained + lineEnds(text.slice(index));
		}
		const close = text.indexOf('</script', open);
		const end = close === -1 ? text.length : close;
		retained += lineEnds(text.slice(index, open + 1)) + text.slice(open + 1, end);
		index = end;
	}
}

function lineEnds(text: string): string {
	return text.replace(/[^\n]+/g, ' ');
}
