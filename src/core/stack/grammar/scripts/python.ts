import { colon, minus } from '../../../../shared/ascii';
import type { Line } from '../../trace/line';
import {
	draftFrame,
	elided,
	type FrameDraft,
	frameReading,
	linkPart,
	note,
	type Reading,
	setLine,
	thread,
} from '../../trace/reading';
import { splitHeader } from '../exceptionHeader';

const place = /^File "([^"]{1,4096})", line (\d{1,9})(?:,? in (\S.{0,300}))?$/;

/** Parses a Python frame: `File "/data/app/cart.py", line 31, in total`. In crash dumps, no comma precedes `in`. */
export function readPythonFrame(line: Line): Reading | undefined {
	const found = line.content.startsWith('File "') ? place.exec(line.content) : null;
	if (!found) {
		return undefined;
	}
	const [text, file = '', number = '', method] = found;
	const linkEnd =
		method === undefined ? text.length : text.lastIndexOf(number, text.length - method.length) + number.length;
	return frameReading(pythonFrame(line, file, Number(number), method, linkEnd), 'python');
}

/** @param linkEnd End offset of the location, which starts at the beginning of the line */
export function pythonFrame(
	line: Line,
	file: string,
	number: number,
	method: string | undefined,
	linkEnd: number,
): FrameDraft {
	const frame = draftFrame('managed', line);
	frame.file = file;
	setLine(frame, number);
	if (method !== undefined) {
		frame.method = method;
		const name = method.slice(method.lastIndexOf('.') + 1);
		if (/^\w+$/.test(name)) {
			const type = method.slice(0, -1 - name.length);
			frame.enclosing = { type: /^[\w.]+$/.test(type) ? type : '', method: name };
		}
	}
	linkPart(frame, line, 0, linkEnd);
	return frame;
}

/** Parses a line of a traceback that is neither a frame nor an error: `Traceback (most recent call last):`. */
export function readTraceback({ content }: Line): Reading | undefined {
	const last = content.charCodeAt(content.length - 1);
	if (last !== colon && last !== minus && last !== 0x29) {
		return undefined;
	}
	if (/^(?:Exception Group )?Traceback \(most recent call last\):?$/.test(content)) {
		return { kind: 'lateHeader', role: 'exception' };
	}
	if (
		/^(?:(?:Current thread|Thread) 0x[\da-f]{1,16} (?:\[[^\]]{1,40}\] )?|Stack )\(most recent call first\):$/.test(
			content,
		)
	) {
		return thread(content.replace(/ ?\(most.*/, ''), 'python', content.startsWith('Current') ? true : undefined);
	}
	if (
		/^(?:During handling of the|The) above exception(?:, another exception occurred| was the direct cause of the following exception):$/.test(
			content,
		)
	) {
		return { kind: 'lateHeader', role: 'rethrow' };
	}
	// Matches the separator above each exception in an exception group: `+-+---------------- 1 ----------------`.
	const part = /^\+(?:-\+)?-{4,30} (\d{1,5}|\.\.\.) -{4,30}$/.exec(content)?.[1];
	if (part !== undefined) {
		return part === '...' ? note : { kind: 'lateHeader', role: part === '1' ? 'cause' : 'suppressed' };
	}
	return /^\+-{10,60}$/.test(content) ? note : undefined;
}

/** Parses the error above the stacks of a crashed interpreter: `Fatal Python error: Segmentation fault`. */
export function readFatalPythonError({ content }: Line): Reading | undefined {
	const type = 'Fatal Python error';
	if (!content.startsWith(`${type}: `)) {
		return undefined;
	}
	const header = { kind: 'exception', nesting: 'none', type, message: content.slice(type.length + 2) } as const;
	return { kind: 'header', header, platform: 'python' };
}

export function readRepeated(line: Line): Reading | undefined {
	const count = /^\[Previous line repeated (\d{1,9}) more times?\]$/.exec(line.content)?.[1];
	return count === undefined ? undefined : elided(line, Number(count));
}

/** Parses the error below the frames of a traceback: `ValueError: no cart`, `cart.errors.Empty`. */
export function readTracebackEnd(content: string): { type: string; message: string } | undefined {
	const name = /^[A-Za-z_\u0080-\uffff][\w.\u0080-\uffff]{0,299}/.exec(content)?.[0] ?? '';
	const rest = content.slice(name.length);
	if (name === '' || !(rest === '' || rest.startsWith(': ') || rest === ':')) {
		return undefined;
	}
	const split = splitHeader(content);
	return split.type === '' ? { type: name, message: rest.slice(1).trim() } : split;
}
