import path from 'node:path';
import {
	isNewExpression,
	isNoSubstitutionTemplateLiteral,
	isStringLiteral,
	isTemplateExpression,
	type Node,
	SyntaxKind,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';

export interface WrittenPattern {
	/** File and line, such as `src/core/common/errors.ts:12`. */
	readonly place: string;
	/** Undefined if the pattern is composed at run time. */
	readonly pattern: { readonly source: string; readonly flags: string } | undefined;
	readonly text: string;
	readonly comment: string;
}

/** Finds all literals and `new RegExp` expressions in the syntax trees of the projects' sources. */
export function writtenPatterns(projects: readonly string[], isSource: (file: string) => boolean): WrittenPattern[] {
	const root = process.cwd();
	const compiler = new API({ cwd: root });
	try {
		const snapshot = compiler.updateSnapshot({ openProjects: projects.map((project) => path.resolve(project)) });
		const found = new Map<string, WrittenPattern[]>();
		for (const { program } of snapshot.getProjects()) {
			for (const name of program.getSourceFileNames()) {
				const file = path.relative(root, name).split(path.sep).join('/');
				const source = isSource(file) && !found.has(file) ? program.getSourceFile(name) : undefined;
				if (source) {
					found.set(file, patternsIn(source, source.text, file));
				}
			}
		}
		return [...found.values()].flat();
	} finally {
		compiler.close();
	}
}

function patternsIn(tree: Node, text: string, file: string): WrittenPattern[] {
	const found: WrittenPattern[] = [];
	const visit = (node: Node): void => {
		const written = patternOf(node, text);
		if (written) {
			const start = node.getStart();
			const line = text.slice(0, start).split('\n').length;
			found.push({ place: `${file}:${line}`, comment: commentBefore(text, start), ...written });
		}
		node.forEachChild(visit);
	};
	visit(tree);
	return found;
}

function patternOf(node: Node, text: string): Pick<WrittenPattern, 'pattern' | 'text'> | undefined {
	const written = text.slice(node.getStart(), node.end);
	if (node.kind === SyntaxKind.RegularExpressionLiteral) {
		const end = written.lastIndexOf('/');
		return { pattern: { source: written.slice(1, end), flags: written.slice(end + 1) }, text: written };
	}
	if (!isNewExpression(node) || text.slice(node.expression.getStart(), node.expression.end) !== 'RegExp') {
		return undefined;
	}
	const [source, flags] = node.arguments ?? [];
	const whole = source && foldedText(source, text);
	return {
		pattern: whole === undefined ? undefined : { source: whole, flags: (flags && literalText(flags)) ?? '' },
		text: written,
	};
}

function literalText(node: Node): string | undefined {
	return isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;
}

/** Substitutes the file's constants in a literal. Undefined if the literal uses other values. */
function foldedText(node: Node, text: string): string | undefined {
	if (!isTemplateExpression(node)) {
		return literalText(node);
	}
	const parts = node.templateSpans.map((span) => {
		const name = text.slice(span.expression.getStart(), span.expression.end);
		const value = new RegExp(`\\bconst ${name} =\\s*'([^'\\\\]*)'`).exec(text)?.[1];
		return value === undefined ? undefined : value + span.literal.text;
	});
	return parts.includes(undefined) ? undefined : node.head.text + parts.join('');
}

function commentBefore(text: string, start: number): string {
	const lines = text.slice(0, start).split('\n');
	const own = text.slice(start).split('\n', 1)[0] ?? '';
	const comments = [own.split(' // ')[1] ?? ''];
	for (let index = lines.length - 2, code = 0; index >= 0 && code < 3; index--) {
		const line = lines[index]?.trim() ?? '';
		if (/^(?:\/\/|\/\*|\*)/.test(line)) {
			comments.unshift(line.replace(/^(?:\/\/|\/\*\*?|\*)\s?|\s?\*\/$/g, ''));
			code = 3;
			for (let above = index - 1; /^(?:\/\/|\/\*|\*)/.test(lines[above]?.trim() ?? ''); above--) {
				comments.unshift((lines[above] ?? '').trim().replace(/^(?:\/\/|\/\*\*?|\*)\s?|\s?\*\/$/g, ''));
			}
		} else if (line === '' || line.endsWith(';') || line.endsWith('}')) {
			break;
		} else {
			code++;
		}
	}
	return comments.join(' ').trim();
}
