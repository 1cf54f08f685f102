import { digitsEnd, skipBlanks } from '../../trace/characters';
import type { Line } from '../../trace/line';
import { boundary, type HeaderLine, note, type Reading, thread } from '../../trace/reading';
import { readExceptionHeader, splitHeader } from '../exceptionHeader';
import { unwrapped } from '../wrappedError';

const terminating = "*** Terminating app due to uncaught exception '";
const boundaryStart = /^(?:Binary Images:|VM Region (?:Summary|Info)|EOF|Registers:|Images \()/;
const noteStart = /^(?:\*\*\* First throw call stack:|libc\+\+abi(?:\.dylib)?: terminating)/;

/** Matches the line after `Crashed: …`, for example `EXC_BAD_ACCESS KERN_INVALID_ADDRESS 0x0000000000000010`. */
const listedSignal = /^(EXC_[A-Z_]{2,30}|SIG[A-Z]{2,8}) ((?:[A-Z_]{3,40} )?0x[\da-f]{1,16})$/;

export function readAppleReport(line: Line): Reading | undefined {
	const { content } = line;
	const caption = captions.exec(content)?.[0];
	if (caption !== undefined) {
		return readCaptioned(content, caption);
	}
	const signal = content.startsWith('EXC_') || content.startsWith('SIG') ? listedSignal.exec(content) : null;
	if (signal) {
		const [, type = '', message = ''] = signal;
		const header: HeaderLine = { kind: 'signal', nesting: 'none', type, message, crashed: true };
		return { kind: 'header', header, platform: 'apple' };
	}
	const uncaught = content.indexOf(terminating);
	if (uncaught !== -1) {
		return uncaughtException(content.slice(uncaught + terminating.length));
	}
	if (boundaryStart.test(content)) {
		return boundary;
	}
	return noteStart.test(content) ? note : undefined;
}

const captions =
	/^(?:Thread |(?:Triggered by|Crashed) Thread:|Exception Type:|Termination Reason: |Application Specific (?:Information: |Backtrace )|Cause: |Name: {2}|Last Exception Backtrace:|Crash reason: )/;

function readCaptioned(content: string, caption: string): Reading | undefined {
	const rest = content.slice(caption.length);
	switch (caption) {
		case 'Thread ':
			return threadHead(content);
		case 'Triggered by Thread:':
		case 'Crashed Thread:': {
			const number = /^ {1,20}(\d{1,6})\b/.exec(rest)?.[1];
			return number === undefined ? note : { kind: 'note', crashedThread: `Thread ${number}` };
		}
		case 'Exception Type:':
			return { kind: 'header', header: exceptionType(rest.trim()), platform: 'apple' };
		case 'Termination Reason: ':
			return terminationReason(rest);
		case 'Application Specific Information: ':
			return { kind: 'headerDetail', message: rest };
		case 'Cause: ':
			return cause(rest);
		case 'Name:  ':
			return { kind: 'headerDetail', message: rest.trim() };
		case 'Crash reason: ': {
			const [type = '', message = ''] = rest.trim().split(/ ?\/ ?/, 2);
			return { kind: 'header', header: { kind: 'signal', nesting: 'none', type, message }, platform: undefined };
		}
		default: {
			const header: HeaderLine = { kind: 'exception', nesting: 'none', type: '', message: '' };
			return { kind: 'header', header, platform: 'apple' };
		}
	}
}

/** Parses a termination reason: `FRONTBOARD 0x8badf00d …`. Ignores `SIGNAL`, which only repeats the exception type. */
function terminationReason(text: string): Reading {
	return /^(?:Namespace )?SIGNAL\b/.test(text) ? note : { kind: 'headerDetail', message: text };
}

/** Parses the first line of a report: a signal (`Crash due to signal: SIGABRT(#0) at 1e4e89578`) or an error. */
function cause(text: string): Reading | undefined {
	const type = /^Crash due to signal: (SIG[A-Z]{2,8})\b/.exec(text)?.[1];
	return type === undefined
		? readExceptionHeader(text)
		: { kind: 'header', header: { kind: 'signal', nesting: 'none', type, message: '' }, platform: 'apple' };
}

/** Parses an exception type such as `EXC_BREAKPOINT (SIGTRAP)`, or the name of an error that the app reported. */
function exceptionType(text: string): HeaderLine {
	const open = text.indexOf(' (');
	return text.startsWith('EXC_') || text.startsWith('SIG')
		? {
				kind: 'signal',
				nesting: 'none',
				type: open === -1 ? text : text.slice(0, open),
				message: open === -1 ? '' : text.slice(open + 2).replace(/\)$/, ''),
			}
		: { kind: 'exception', nesting: 'none', type: text, message: '' };
}

/** Parses the name and reason of an uncaught exception: `NSInvalidArgumentException', reason: '…'`. */
function uncaughtException(text: string): Reading {
	const caption = "', reason: '";
	const reason = text.indexOf(caption);
	const name = (reason === -1 ? text : text.slice(0, reason)).replace(/'$/, '');
	const { type, message } = splitHeader(name);
	const header: HeaderLine = {
		kind: 'exception',
		nesting: 'none',
		...unwrapped({
			type: message === '' ? name : type,
			message: reason === -1 ? message : text.slice(reason + caption.length).replace(/'$/, ''),
		}),
	};
	return { kind: 'header', header, platform: 'apple' };
}

/** Parses a thread header: `Thread 0 name: …`, `Thread 2 Crashed:`, `Thread 1 Unknown:`, `Thread 0 Attributed:`. */
function threadHead(content: string): Reading | undefined {
	const numberStart = 'Thread '.length;
	const numberEnd = digitsEnd(content, numberStart);
	if (numberEnd === numberStart) {
		return undefined;
	}
	const number = content.slice(0, numberEnd);
	const quoted = /^ "[^"]{0,200}"(?=:| crashed)/.exec(content.slice(numberEnd))?.[0] ?? '';
	const name = quoted === '' ? number : `${number}: ${quoted.slice(2, -1)}`;
	let rest = content.slice(numberEnd + quoted.length);
	if (rest.startsWith(' crashed with ') || rest.includes(' Thread State')) {
		return boundary;
	}
	const crashed = /^ (?:\(?crashed\)?|attributed)/i.exec(rest)?.[0];
	rest = crashed === undefined ? rest.replace(/^ [A-Z][a-z]{1,30}:$/, ':') : rest.slice(crashed.length);
	const named = rest.startsWith(' name:');
	if (rest.startsWith(' Queue : ')) {
		return thread(`${name}: ${rest.slice(' Queue : '.length)}`, 'apple');
	}
	if (!named && !rest.startsWith(':') && !(crashed !== undefined && rest === '')) {
		return undefined;
	}
	const title = rest.slice(skipBlanks(rest, named ? ' name:'.length : rest.startsWith('::') ? 2 : 1));
	return thread(title === '' ? name : `${name}: ${title}`, 'apple', crashed === undefined ? undefined : true);
}
