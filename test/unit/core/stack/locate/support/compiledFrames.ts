import type { Random } from '../../../../../support/random';
import { functionAt, type LaidOut, type SourceLine } from './layout';

export interface CompiledFrame {
	/** Kind of code that the compiler generated, for example a lambda. */
	readonly kind: string;
	readonly text: string;
	readonly line1: number;
}

export interface Build {
	/** Path relative to the workspace folder. */
	readonly path: string;
	readonly lines: readonly SourceLine[];
	readonly layout: readonly LaidOut[];
}

interface Chain {
	/** Enclosing types, outermost first. */
	readonly types: readonly string[];
	readonly function: LaidOut;
	/** Blocks inside the function that enclose the line, outermost first, such as lambdas. */
	readonly within: readonly LaidOut[];
	/** Blocks outside the function that enclose it. */
	readonly above: readonly LaidOut[];
}

function chainAt({ layout }: Build, index: number): Chain | undefined {
	const found = functionAt(layout, index);
	if (found === undefined) {
		return undefined;
	}
	const above: LaidOut[] = [];
	for (let block = found.parent; block !== undefined; block = block.parent) {
		above.unshift(block);
	}
	const within = layout.filter(
		({ kind, first, last }) => kind === 'lambda' && first > found.first && first < index && index <= last,
	);
	return { function: found, within, above, types: above.filter(({ kind }) => kind === 'type').map(({ name }) => name) };
}

type Compiler = (chain: Chain, build: Build, index: number, random: Random) => CompiledFrame | undefined;

/** Returns a compiler's number for an anonymous class or lambda, counted from the start of the function. */
function numberIn(layout: readonly LaidOut[], around: LaidOut, block: LaidOut): number {
	return layout.filter(
		({ kind, first, last }) =>
			(kind === 'anonymous' || kind === 'lambda') &&
			first >= around.first &&
			last <= around.last &&
			first <= block.first,
	).length;
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const namespaceOf = ({ lines }: Build, word: RegExp) =>
	lines.map(({ text }) => word.exec(text)?.[1]).find((name) => name !== undefined) ?? '';

const kotlin: Compiler = ({ types, function: found, within, above }, build, index, random) => {
	const name = fileName(build.path);
	const packageName = namespaceOf(build, /^package ([\w.]+)/);
	const facade = namespaceOf(build, /JvmName\("(\w+)"\)/) || `${name.slice(0, -3)}Kt`;
	const holder = above.findLast(({ kind }) => kind === 'function' || kind === 'anonymous');
	const companion = above.some(({ header }) => header.text.includes('companion object'));
	if (companion || above.some(({ kind }) => kind === 'other' || kind === 'lambda')) {
		return undefined;
	}
	const type = `${packageName}.${types.length === 0 ? facade : types.join('$')}`;
	const line = (kind: string, cls: string, method: string, at = index): CompiledFrame => ({
		kind: `Kotlin ${kind}`,
		text: `\tat ${cls}.${method}(${name}:${at + 1})`,
		line1: at + 1,
	});
	if (holder !== undefined) {
		const around = above.find(({ kind }) => kind === 'function') ?? holder;
		return holder.kind === 'anonymous' && around.name !== '' && within.length === 0
			? line('anonymous', `${type}$${around.name}$${numberIn(build.layout, around, holder)}`, found.name)
			: undefined;
	}
	const [lambda] = within;
	if (lambda !== undefined) {
		const number = numberIn(build.layout, found, lambda);
		const made = `${type}$${found.name}$${number}`;
		const suspends = /launch|async|withContext|flow/.test(lambda.header.text);
		const forms = [line('lambda', made, 'invoke'), line('lambda', type, `${found.name}$lambda$${number - 1}`)];
		return suspends ? line('coroutine', made, 'invokeSuspend') : forms[random.below(forms.length)];
	}
	if (/ = /.test(found.parameters) && random.below(2) === 0) {
		return line('default', type, `${found.name}$default`, found.opened);
	}
	return line('function', type, found.name);
};

const java: Compiler = ({ types, function: found, within, above }, build, index) => {
	const packageName = namespaceOf(build, /^package ([\w.]+);/);
	const type = `${packageName}.${types.join('$')}`;
	const anonymous = above.findLast(({ kind }) => kind === 'anonymous');
	const line = (kind: string, cls: string, method: string): CompiledFrame => ({
		kind: `Java ${kind}`,
		text: `\tat ${cls}.${method}(${fileName(build.path)}:${index + 1})`,
		line1: index + 1,
	});
	const own = above.filter(({ kind }) => kind === 'type').at(-1);
	if (types.length === 0 || own === undefined || above.some(({ kind }) => kind === 'other')) {
		return undefined;
	}
	if (anonymous !== undefined) {
		const inType = build.layout.filter(
			({ kind, first, last }) => kind === 'anonymous' && first > own.first && last < own.last,
		);
		const number = 1 + inType.indexOf(anonymous);
		return within.length === 0 ? line('anonymous', `${type}$${number}`, found.name) : undefined;
	}
	const isConstructor = found.name === types.at(-1);
	if (within.length > 0) {
		return line('lambda', type, `lambda$${isConstructor ? 'new' : found.name}$0`);
	}
	return line(isConstructor ? 'constructor' : 'function', type, isConstructor ? '<init>' : found.name);
};

const csharp: Compiler = ({ types, function: found, within, above }, build, index, random) => {
	const namespace = namespaceOf(build, /^\s*namespace ([\w.]+)/);
	const type = [namespace, types.join('+')].filter((part) => part !== '').join('.');
	const place = ` in C:\\agent\\1\\s\\${build.path.replaceAll('/', '\\')}:line ${index + 1}`;
	const line = (kind: string, name: string): CompiledFrame => ({
		kind: `C# ${kind}`,
		text: `   at ${type}.${name}${place}`,
		line1: index + 1,
	});
	if (types.length === 0) {
		return undefined;
	}
	const outer = above.find(({ kind }) => kind === 'function');
	if (outer !== undefined) {
		return line('local function', `<${outer.name}>g__${found.name}|1_0(${found.parameters})`);
	}
	if (within.length > 0) {
		return line('lambda', `<>c.<${found.name}>b__0_${random.below(4)}()`);
	}
	if (/\basync\b|IEnumerable/.test(found.header.text)) {
		return line('state machine', `<${found.name}>d__${random.below(9)}.MoveNext()`);
	}
	const isConstructor = found.name === types.at(-1);
	return line(
		isConstructor ? 'constructor' : 'function',
		`${isConstructor ? '.ctor' : found.name}(${found.parameters})`,
	);
};

const dart: Compiler = ({ types, function: found, within }, build, index) => {
	const [name, named] = found.name.split('.');
	const isConstructor = name === types.at(-1);
	const own = isConstructor
		? `new ${[name, named].filter(Boolean).join('.')}`
		: [types.at(-1), found.name].filter(Boolean).join('.');
	return {
		kind: `Dart ${within.length > 0 ? 'closure' : 'function'}`,
		text: `#1      ${own}${'.<anonymous closure>'.repeat(within.length)} (file:///ci/build/${build.path}:${index + 1}:5)`,
		line1: index + 1,
	};
};

const javascript: Compiler = ({ types, function: found, within }, build, index) => {
	const text = build.lines[index]?.text ?? '';
	const call = text.search(/\b[\w#]+\(/);
	const column = 1 + (call === -1 ? text.search(/\S/) : call);
	const place = `/ci/build/${build.path}:${index + 1}:${column}`;
	const isConstructor = found.name === 'constructor';
	const name = isConstructor ? `new ${types.at(-1)}` : [types.at(-1), found.name].filter(Boolean).join('.');
	return within.length > 0
		? { kind: 'JavaScript without a name', text: `    at ${place}`, line1: index + 1 }
		: { kind: 'JavaScript function', text: `    at ${name} (${place})`, line1: index + 1 };
};

const swift: Compiler = ({ types, function: found, within, above }, build, index) => {
	if (above.some(({ kind }) => kind === 'function') || found.name === 'init') {
		return undefined;
	}
	const labels =
		found.parameters === '' ? [] : found.parameters.split(',').map((one) => `${one.trim().split(/[ :]/)[0]}:`);
	const symbol = `${[...types, found.name].join('.')}(${labels.join('')})`;
	return {
		kind: `Swift ${within.length > 0 ? 'closure' : 'function'}`,
		text: `1   Shop   0x0000000102a3b1f0 ${'closure #1 in '.repeat(within.length)}${symbol} + 84 (${fileName(build.path)}:${index + 1})`,
		line1: index + 1,
	};
};

const objectiveC: Compiler = ({ function: found, within }, build, index) => {
	const type = namespaceOf(build, /^@implementation (\w+)/);
	const sign = found.header.text.startsWith('+') ? '+' : '-';
	const symbol = `${sign}[${type} ${found.name}]`;
	return {
		kind: `Objective-C ${within.length > 0 ? 'block' : 'method'}`,
		text: `1   Shop   0x0000000102a3b1f0 ${within.length > 0 ? `__${symbol.length}${symbol}_block_invoke` : symbol} + 84 (${fileName(build.path)}:${index + 1})`,
		line1: index + 1,
	};
};

const cpp: Compiler = ({ types, function: found }, build, index) => {
	const namespace = found.name.startsWith('Java_') ? '' : namespaceOf(build, /^namespace (\w+)/);
	const symbol = [namespace, ...types, found.name].filter((part) => part !== '').join('::');
	return {
		kind: 'C++ function',
		text: `#1 0x55d0c1 in ${symbol}(${found.parameters}) /home/ci/build/${build.path}:${index + 1}:5`,
		line1: index + 1,
	};
};

const compilers: Readonly<Record<string, Compiler>> = {
	kt: kotlin,
	java,
	cs: csharp,
	dart,
	ts: javascript,
	tsx: javascript,
	js: javascript,
	jsx: javascript,
	swift,
	m: objectiveC,
	cpp,
};

/** Returns the frame of a line, by 0-based index, as its platform prints it. Undefined if the line can't throw. */
export function compiledFrame(build: Build, index: number, random: Random): CompiledFrame | undefined {
	const extension = build.path.slice(build.path.lastIndexOf('.') + 1);
	const chain = chainAt(build, index);
	const text = build.lines[index]?.text ?? '';
	const isCode = /\w/.test(text) && !/^\s*(?:\/\/|\*|\/\*|@|\}|#)/.test(text);
	return chain === undefined || !isCode || index <= chain.function.opened
		? undefined
		: compilers[extension]?.(chain, build, index, random);
}

const callees: Readonly<Record<string, (name: string) => string>> = {
	kt: (name) => `\tat com.example.called.Called.${name}(Called.kt:3)`,
	java: (name) => `\tat com.example.called.Called.${name}(Called.java:3)`,
	cs: (name) => `   at Called.It.${name}() in C:\\agent\\1\\s\\Called.cs:line 3`,
	dart: (name) => `#0      Called.${name} (file:///ci/build/called.dart:3:5)`,
	swift: (name) => `0   Shop   0x0000000102a3b1f0 Called.${name}() + 84 (Called.swift:3)`,
	m: (name) => `0   Shop   0x0000000102a3b1f0 -[Called ${name}] + 84 (Called.m:3)`,
	cpp: (name) => `#0 0x55d0c1 in called::${name}() /home/ci/build/called.cpp:3:5`,
};

const heads: Readonly<Record<string, string>> = {
	kt: 'java.lang.IllegalStateException: no',
	java: 'java.lang.IllegalStateException: no',
	cs: 'System.InvalidOperationException: no',
	ts: 'Error: no',
	tsx: 'Error: no',
	js: 'Error: no',
	jsx: 'Error: no',
};

/** Returns a stack trace that ends with the frame, preceded by the frame of the function that its line calls. */
export function getTrace({ path, lines }: Build, { text, line1 }: CompiledFrame): string {
	const extension = path.slice(path.lastIndexOf('.') + 1);
	const line = lines[line1 - 1]?.text ?? '';
	const call = [...line.matchAll(/\b([A-Za-z]\w+)\(/g)]
		.map(([, name]) => name ?? '')
		.find((name) => !/^(?:if|for|foreach|while|switch|when|return|catch|func|fun|this|super)$/.test(name));
	const callee =
		callees[extension] ?? ((name: string) => `    at ${name} (/ci/build/called/${extension}/called.${extension}:3:5)`);
	return [heads[extension], call === undefined ? undefined : callee(call), text]
		.filter((part) => part !== undefined)
		.join('\n');
}
