import { goMember } from '../../names/goNames';
import { digitsStart } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, frameReading, linkPart, note, type Reading, thread } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { setPlace } from './cppFrame';

/** Parses the second line of a Go frame, `/src/cart.go:40 +0x1d`, which follows `main.(*Cart).Total(0xc0, 0x1)`. */
export function readGoPlace(line: Line): Reading | undefined {
	const { content } = line;
	const plus = content.lastIndexOf(' +0x');
	const end = plus === -1 ? content.length : plus;
	const number = digitsStart(content, end);
	if (line.indent === 0 || !content.startsWith('.go:', number - 4) || number === end) {
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

/** Parses the first line of a Go frame: `main.(*Cart).Total(0xc000012345, 0x1)`, `created by main.main in goroutine 1`. */
export function readGoCall(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const isCreator = content.startsWith(createdBy);
	const isNote = content.startsWith('...') || content.startsWith('exit status ');
	const space = isCreator || isNote ? -1 : content.indexOf(' ');
	// Function names contain no spaces, so this fast test rejects most lines.
	if ((space !== -1 && content.lastIndexOf('(', space) === -1) || !context.isGo) {
		return undefined;
	}
	if (isNote && /^\.\.\.(?:additional|\d{1,9}) frames elided\.\.\.$|^exit status \d/.test(content)) {
		return note;
	}
	const start = isCreator ? createdBy.length : 0;
	const caption = isCreator ? content.lastIndexOf(' in goroutine ') : content.lastIndexOf('(');
	const end = caption > start ? caption : content.length;
	const symbol = content.slice(start, end);
	const isCall = content.endsWith(')') && end < content.length && values.test(content.slice(end + 1, -1));
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

/** Parses a line above the stacks of a Go program: `panic: no cart`, `fatal error: …`, `goroutine 1 [running]:`. */
export function readGoHeader(content: string): Reading | undefined {
	const type = ['panic', 'fatal error'].find((caption) => content.startsWith(`${caption}: `));
	if (type !== undefined) {
		const message = content.slice(type.length + 2);
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
	return content.startsWith('[signal SIG') ? note : undefined;
}
