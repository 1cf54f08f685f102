import { digitsStart } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, linkPart, note, type Reading, thread } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setPlace } from './cppFrame';

interface GoMember {
	readonly type: string;
	readonly method: string;
	/** Import path of the package that contains the function. */
	readonly module: string;
	readonly enclosing: { readonly type: string; readonly method: string };
}

/** Parses the second line of a Go frame, `/src/cart.go:40 +0x1d`, which follows `main.(*Cart).Total(0xc0, 0x1)`. */
export function readGoPlace(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const plus = content.lastIndexOf(' +0x');
	const end = plus === -1 ? content.length : plus;
	const number = digitsStart(content, end);
	const isSource = content.startsWith('.go:', number - 4) || content.startsWith('.s:', number - 3);
	// Log viewers can remove the indentation.
	const isBelowCall = context.isGo && (plus !== -1 || context.sectionPlatform === 'go');
	const isPlace = line.indent > 0 || (isBelowCall && content.lastIndexOf(' ', end - 1) === -1);
	if (!isPlace || !isSource || number === end) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	setPlace(frame, line, 0, end);
	return { kind: 'place', frame, platform: 'go' };
}

const createdBy = 'created by ';
/** Matches the arguments that Go prints after a function name: `(0xc000012345, {0x1, 0x2}, ...)`. */
const values = /^[\da-fx{},.? _]{0,2000}$/;
const bareCall = /^(?:main\.|runtime\.|[\w.-]{1,200}\/[\w./-]{0,300}\.)(?!go$)[\w.(*)]{1,300}$/;
const name = /^[^\s"'={}]{1,1000}$/;

/** Parses a Go frame's first line: `main.(*Cart).Total(0xc000012345, 0x1)`, `created by main.main in goroutine 1`. */
export function readGoCall(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (!context.isGo) {
		return undefined;
	}
	const isCreator = content.startsWith(createdBy);
	const isNote = content.startsWith('...') || content.startsWith('exit status ');
	const space = isCreator || isNote ? -1 : content.indexOf(' ');
	// Function names contain no spaces, so a line with a space before the first parenthesis isn't a frame.
	if (space !== -1 && content.lastIndexOf('(', space) === -1) {
		return undefined;
	}
	if (isNote && /^\.\.\.(?:additional|\d{1,9}) frames elided\.\.\.$|^exit status \d/.test(content)) {
		return note;
	}
	const start = isCreator ? createdBy.length : 0;
	const hasValues = content.endsWith(')');
	const caption = isCreator ? content.lastIndexOf(' in goroutine ') : hasValues ? content.lastIndexOf('(') : -1;
	const end = caption > start ? caption : content.length;
	const symbol = content.slice(start, end);
	const isCall = hasValues && end < content.length && values.test(content.slice(end + 1, -1));
	if (
		!name.test(symbol) ||
		!(isCreator || isCall || bareCall.test(content)) ||
		!(symbol.includes('.') || symbol === 'panic' || symbol.startsWith('_cgo'))
	) {
		return undefined;
	}
	const frame = draftFrame('native', line);
	const { type, method, module, enclosing } = goMember(symbol);
	if (type !== '') {
		frame.type = type;
	}
	frame.method = method;
	frame.module = module;
	frame.enclosing = enclosing;
	linkPart(frame, line, start, end);
	return frameReading(frame, 'go');
}

const signalLine =
	/^(SIG[A-Z]{2,6}): (abort|segmentation violation|bus error|illegal instruction|trace trap|floating-point exception|quit|bad system call)$/;

/** Parses a line above the stacks of a Go program: `panic: no cart`, `fatal error: …`, `goroutine 1 [running]:`. */
export function readGoHeader(content: string): Reading | undefined {
	const [caption] = /^(?:panic|fatal error): /.exec(content) ?? [];
	if (caption !== undefined) {
		const type = caption.slice(0, -2);
		const message = content.slice(caption.length);
		return { kind: 'header', header: { kind: 'exception', nesting: 'none', type, message }, platform: 'go' };
	}
	const state = /^goroutine \d{1,10} (?:gp=\S{1,40} (?:m=\S{1,20} )?(?:mp=\S{1,40} )?)?\[([^\]]{1,80})\]:$/.exec(
		content,
	)?.[1];
	if (state !== undefined) {
		return thread(
			content.slice(0, -1),
			'go',
			state.startsWith('running') || state.startsWith('syscall') ? true : undefined,
		);
	}
	const [, signal, text] = signalLine.exec(content) ?? [];
	if (signal !== undefined && text !== undefined) {
		const header = { kind: 'signal', nesting: 'none', type: signal, message: text } as const;
		return { kind: 'header', header, platform: 'go' };
	}
	return content.startsWith('[signal SIG') ? note : undefined;
}

/** @param symbol Name such as `github.com/acme/shop/cart.(*Cart).Total.func1`. */
function goMember(symbol: string): GoMember {
	const plain = withoutBrackets(symbol);
	const dot = plain.indexOf('.', plain.lastIndexOf('/') + 1);
	if (dot <= 0) {
		return { type: '', method: plain, module: '', enclosing: { type: '', method: plain } };
	}
	const module = plain.slice(0, dot);
	const parts = plain.slice(dot + 1).split('.');
	// Functions nested in other functions have names such as `func1`, `func1.2`, `gowrap1`, and `deferwrap2`.
	const closure = parts.findIndex((part, index) => index > 0 && /^(?:func|gowrap|deferwrap|\d)/.test(part));
	const names = (closure === -1 ? parts : parts.slice(0, closure)).filter((part) => part !== '' && part !== 'glob');
	const type = names.length > 1 ? (names[0] ?? '') : '';
	const method = (names.at(-1) ?? parts[0] ?? '').replace(/-(?:fm|range\d{1,4})$/, '');
	const enclosing = { type: type.replace(/^\(\*?([^)]{0,300})\)$/, '$1'), method };
	return { type, method: parts.slice(type === '' ? 0 : 1).join('.'), module, enclosing };
}

/** Removes type arguments: `main.Map[...]` becomes `main.Map`. */
function withoutBrackets(symbol: string): string {
	let plain = '';
	let depth = 0;
	for (const character of symbol) {
		if (character === '[') {
			depth++;
		} else if (character === ']') {
			depth = Math.max(0, depth - 1);
		} else if (depth === 0) {
			plain += character;
		}
	}
	return plain;
}
