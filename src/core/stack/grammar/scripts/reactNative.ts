import { getPlace, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { draftFrame, elided, frameReading, note, type Reading, thread } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { isErrorType } from '../exceptionHeader';
import { setScriptName, setScriptPlace, sourceEnding } from './javascript';

/** Parses a frame below Expo's caption `Call Stack`: `CartList (src/screens/CartList.tsx:31:29)`, `App (<anonymous>)`. */
export function readCallStackFrame(line: Line): Reading | undefined {
	const { content } = line;
	const open = line.indent > 0 && content.endsWith(')') ? content.lastIndexOf(' (') : -1;
	if (open === -1 || !callStackName.test(content.slice(0, open))) {
		return undefined;
	}
	const location = content.slice(open + 2, -1);
	const frame = draftFrame('javascript', line);
	if (location !== '<anonymous>') {
		const { file, column } = getPlace(location);
		// In Safari's console, frames start with a tab and may have no column.
		if ((column === undefined && !line.text.startsWith('\t')) || !sourceEnding.test(file)) {
			return undefined;
		}
		setScriptPlace(frame, line, open + 2, content.length - 1);
	}
	setScriptName(frame, line, 0, open);
	return frameReading(frame, 'javascript');
}

/** Matches the name of a function or component: `Cart.load`, `App(./_layout.tsx)`, `ForwardRef(Price)`, `<anonymous>`. */
const callStackName = /^(?:(?:async|new|get|set) )?[\w$.<>#-]{1,300}(?:\([^()]{0,300}\))?$|^\(anonymous function\)$/;

/** Parses a frame in Expo's terminal: `at src/Cart.tsx:31:29 in total`, `* Cart.tsx:31:29 in total`, `- ... 4 more …`. */
export function readLocatedCall(line: Line): Reading | undefined {
	const { content } = line;
	const end = content.lastIndexOf(' in ');
	const start = content.indexOf(' ') + 1;
	if (content.startsWith('- ... ') && content.includes(' more stack frames')) {
		return elided(line, Number.parseInt(content.slice('- ... '.length), 10));
	}
	const location = end > start ? content.slice(start, end) : '';
	if (location.includes(' ') || getPlace(location).column === undefined) {
		return undefined;
	}
	const frame = draftFrame('javascript', line);
	setScriptPlace(frame, line, start, end);
	setScriptName(frame, line, end + ' in '.length, content.length);
	return frameReading(frame, 'javascript');
}

export function readNameAlone(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (!/^[\w$.<>]{1,200}$/.test(content)) {
		return undefined;
	}
	if (line.indent === 0 && context.namesFunctionsAbove) {
		const frame = draftFrame('javascript', line);
		setScriptName(frame, line, 0, content.length);
		return frameReading(frame, 'javascript');
	}
	return context.sectionPlatform === 'javascript' && !isErrorType(content) ? note : undefined;
}

/** Parses a React component stack line: `in Cart (at App.tsx:12)`. The location is where the element is created. */
export function readComponent(line: Line): Reading | undefined {
	const { content } = line;
	const open = content.indexOf(' (', 3);
	const start = open === -1 ? content.length : skipBlanks(content, open + 2);
	const isCreator = content.startsWith('created by ', start);
	if (line.indent === 0 || !(isCreator || content.startsWith('at ', start))) {
		return undefined;
	}
	if (content.endsWith(' stack:')) {
		return { kind: 'text' };
	}
	const frame = draftFrame('javascript', line);
	const place = skipBlanks(content, start + 'at '.length);
	if (isCreator || !content.endsWith(')') || !sourceEnding.test(getPlace(content.slice(place, -1)).file)) {
		return note;
	}
	setScriptPlace(frame, line, place, content.length - 1);
	frame.method = content.slice(3, open).trim();
	return frame.line1 === undefined ? note : frameReading(frame, 'javascript');
}

export function readStackCaption({ content }: Line, context: TraceContext): Reading | undefined {
	if (!stackCaption.test(content)) {
		return undefined;
	}
	return context.sectionPlatform === 'javascript' ? thread(content.replace(/:$/, ''), 'javascript') : note;
}

const stackCaption =
	/^(?:Call Stack|Component Stack:?|Code: \S{1,300}|This error is located at:|The above error occurred in (?:the <\S{1,200}> component|one of your React components):)$/;

/** Parses a line of a source code excerpt in a message: `31 |   return total;`, `> 31 |`, `   |    ^`. */
export function readCodeExcerpt({ content }: Line): Reading | undefined {
	return /^(?:> {0,4})?\d{1,7} \|(?: |$)/.test(content) ? note : undefined;
}
