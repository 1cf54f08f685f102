import { isLibraryFrame } from '../own/libraryFrame';
import { hasWord } from '../trace/characters';
import type { Frame, Header } from '../trace/model';
import { isLambda } from './frameNames';
import type { FrameQuestion } from './frameTarget';
import { maxMessageLength } from './frameTarget';
import { type Family, getFamily } from './outline/language';

export type CallEvidence =
	| 'called'
	/** The line doesn't contain the name of the called function, so the source code has changed since the build. */
	| 'notCalled'
	| 'unknown';

const maxStatementLines = 8;

export function callEvidence({ frame, trace }: FrameQuestion, path: string, lines: readonly string[]): CallEvidence {
	const { line1 } = frame;
	const line = line1 === undefined ? undefined : lines[line1 - 1];
	if (line1 === undefined || line === undefined) {
		return 'unknown';
	}
	const family = getFamily(path);
	const section = trace.sections.find((part) => part.lines.some((other) => other.line === frame.line));
	const frames = section?.lines.filter((other): other is Frame => other.kind !== 'raw') ?? [];
	const callee = frames[frames.findIndex((other) => other.line === frame.line) - 1];
	const names = callee === undefined ? thrownNames(section?.header) : calledNames(callee);
	const statement = family === 'csharp' ? statementAt(lines, line1) : line;
	if (names.some((name) => hasWord(statement, name))) {
		return 'called';
	}
	return names.length === 0 || callee === undefined || isLibraryFrame(callee) || !namesCalls(family)
		? 'unknown'
		: 'notCalled';
}

/** Returns true if calls always contain the function's name. Native code can use macros, templates, or operators. */
function namesCalls(family: Family): boolean {
	return family !== 'cpp' && family !== 'objectiveC' && family !== 'other';
}

function thrownNames(header: Header | undefined): readonly string[] {
	if (header === undefined) {
		return [];
	}
	const { type, message } = header;
	const said = /'([\w$]{1,80})'|\b([\w$]{1,80}) is not (?:a |an |defined|iterable)/.exec(
		message.slice(0, maxMessageLength),
	);
	return ['throw', type.split(/[.$+:]/).at(-1) ?? '', said?.[1] ?? said?.[2] ?? ''].filter((name) => name !== '');
}

/** Matches functions whose calls don't contain their name: lambdas, operators, and compiler-generated functions. */
const unnamedCalls =
	/^(?:invoke|invokeSuspend|run|call|apply|accept|lambda|get|set|plus|minus|times|div|rem|contains|compareTo|equals|toString|hashCode|iterator|next|hasNext|close|component\d+|op_\w+|MoveNext|main|<clinit>|\.cctor|constructor|_?\$.*)$/;

function calledNames(callee: Frame): readonly string[] {
	const { enclosing, type = '', flags } = callee;
	const method = enclosing?.method ?? '';
	if (callee.kind === 'gap' || callee.kind === 'elided' || isLambda(callee) || flags.includes('async')) {
		return [];
	}
	if (flags.includes('constructor') || method === '<init>' || method === '.ctor') {
		const simple = (enclosing?.type ?? type).split(/[.$+/:]/).at(-1) ?? '';
		return simple === '' ? [] : [simple, 'super', 'this', 'base', 'init'];
	}
	if (method === '' || unnamedCalls.test(method)) {
		return [];
	}
	const plain = method.replace(/[(:=][\s\S]*/, '');
	const accessed = /^(?:get|set|is|get_|set_|add_|remove_)(\p{Lu}\w{0,200})$/u.exec(plain)?.[1];
	return accessed === undefined
		? [plain]
		: [plain, accessed, accessed.charAt(0).toLowerCase() + accessed.slice(1)].filter((name) => name !== '');
}

function statementAt(lines: readonly string[], line1: number): string {
	const rest = lines.slice(line1 - 1, line1 - 1 + maxStatementLines);
	const end = rest.findIndex((line) => /[;{]\s*$/.test(line.slice(-200)));
	return rest.slice(0, end === -1 ? maxStatementLines : end + 1).join('\n');
}
