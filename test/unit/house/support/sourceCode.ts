import path from 'node:path';
import {
	isArrowFunction,
	isConstructorDeclaration,
	isExportDeclaration,
	isFunctionDeclaration,
	isFunctionExpression,
	isGetAccessorDeclaration,
	isImportDeclaration,
	isImportTypeNode,
	isMethodDeclaration,
	isSetAccessorDeclaration,
	isStringLiteral,
	type Node,
	type SourceFile,
	SyntaxKind,
} from 'typescript/unstable/ast';
import { API } from 'typescript/unstable/sync';
import { sourceProjects } from './sourceProjects';

export interface SourceModule {
	/** Path of the file, such as `src/core/plan/plan.ts`. */
	readonly file: string;
	/** The files in `src` that it imports, including imports of types. */
	readonly imports: readonly string[];
	readonly functions: readonly SourceFunction[];
}

export interface SourceFunction {
	/** File and line, such as `src/core/plan/plan.ts:12`. */
	readonly location: string;
	readonly name: string;
	readonly lines: number;
	readonly parameters: number;
}

/** Parses every file of the product. The modules of the WebAssembly scanner are not TypeScript. */
export function parseSource(): SourceModule[] {
	const root = path.resolve('.');
	const api = new API({ cwd: root });
	try {
		const configs = sourceProjects.map((project) => path.join(root, project, 'tsconfig.json'));
		const parsed = new Map<string, SourceFile>();
		for (const { program } of api.updateSnapshot({ openProjects: configs }).getProjects()) {
			for (const name of program.getSourceFileNames()) {
				const file = path.relative(root, name).split(path.sep).join('/');
				const source = file.startsWith('src/') && !parsed.has(file) ? program.getSourceFile(name) : undefined;
				if (source !== undefined) {
					parsed.set(file, source);
				}
			}
		}
		return [...parsed].map(([file, source]) => moduleOf(file, source, parsed));
	} finally {
		api.close();
	}
}

function moduleOf(file: string, source: SourceFile, all: ReadonlyMap<string, SourceFile>): SourceModule {
	const imports = new Set<string>();
	const functions: SourceFunction[] = [];
	const visit = (node: Node) => {
		const specifier = specifierIn(node);
		const target = specifier?.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : '';
		const found = [`${target}.ts`, target.replace(/\.js$/, '.ts')].find((name) => all.has(name));
		if (found !== undefined) {
			imports.add(found);
		}
		const made = functionOf(node, file, source);
		if (made !== undefined) {
			functions.push(made);
		}
		node.forEachChild(visit);
	};
	visit(source);
	return { file, imports: [...imports], functions };
}

function specifierIn(node: Node): string | undefined {
	if (isImportDeclaration(node) || isExportDeclaration(node)) {
		return textOf(node.moduleSpecifier);
	}
	if (isImportTypeNode(node)) {
		return node.argument.getText().slice(1, -1);
	}
	if (node.kind === SyntaxKind.CallExpression) {
		const { expression, arguments: given } = node as Node & { expression: Node; arguments: readonly Node[] };
		return expression.kind === SyntaxKind.ImportKeyword ? textOf(given[0]) : undefined;
	}
	return undefined;
}

function textOf(node: Node | undefined): string | undefined {
	return node !== undefined && isStringLiteral(node) ? node.text : undefined;
}

function functionOf(node: Node, file: string, source: SourceFile): SourceFunction | undefined {
	const isFunction =
		isArrowFunction(node) ||
		isFunctionDeclaration(node) ||
		isFunctionExpression(node) ||
		isMethodDeclaration(node) ||
		isConstructorDeclaration(node) ||
		isGetAccessorDeclaration(node) ||
		isSetAccessorDeclaration(node);
	if (!isFunction || node.body === undefined) {
		return undefined;
	}
	const start = node.getStart(source);
	const line = source.text.slice(0, start).split('\n').length;
	const named = 'name' in node ? node.name : (node.parent as { name?: Node }).name;
	return {
		location: `${file}:${line}`,
		name: named?.getText(source) ?? '',
		lines: source.text.slice(start, node.end).split('\n').length,
		parameters: node.parameters.length,
	};
}

/** Returns the groups of files that import each other, that is, the strongly connected components of the imports. */
export function importCycles(modules: readonly SourceModule[]): string[][] {
	const imports = new Map(modules.map(({ file, imports: targets }) => [file, targets]));
	const order = new Map<string, number>();
	const open: string[] = [];
	const cycles: string[][] = [];
	const visit = (file: string): number => {
		const own = order.size;
		order.set(file, own);
		open.push(file);
		let low = own;
		for (const target of imports.get(file) ?? []) {
			if (!order.has(target)) {
				low = Math.min(low, visit(target));
			} else if (open.includes(target)) {
				low = Math.min(low, order.get(target) ?? own);
			}
		}
		if (low === own) {
			const members = open.splice(open.indexOf(file));
			if (members.length > 1) {
				cycles.push(members);
			}
		}
		return low;
	};
	for (const file of imports.keys()) {
		if (!order.has(file)) {
			visit(file);
		}
	}
	return cycles;
}
