import type { Line } from '../../trace/line';
import { boundary, type HeaderLine, note, type Reading } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { splitWeakHeader } from '../exceptionHeader';

/** Matches the prefix of an error: `[ERROR:flutter/runtime/dart_vm_initializer.cc(40)] Unhandled Exception: `. */
const engineCaption =
	/^\[[A-Z]{1,20}(?:-\d{1,3})?:[\w./-]{1,200}\(\d{1,6}\)\] (?:Dart )?(?:Error: )?Unhandled [Ee]xception:(?: |$)/;
const thrown = /^The following (\S{1,200})(?: object)? was thrown(?= |:|$)/;
const maxCaptionLength = 300;

export function readEngineError(content: string): Reading | undefined {
	const caption = engineCaption.exec(content.slice(0, maxCaptionLength))?.[0];
	if (caption === undefined) {
		return undefined;
	}
	const title = content.slice(caption.length);
	return title === '' ? reported('') : header({ ...splitWeakHeader(title) });
}

/** Parses an error line in a report by the Flutter framework: `The following LateError was thrown building …`. */
export function readThrownLine(content: string): Reading | undefined {
	const name = thrown.exec(content.slice(0, maxCaptionLength))?.[1];
	return name === undefined
		? undefined
		: reported(name === 'message' ? '' : name === 'assertion' ? 'AssertionError' : name);
}

/** Parses the first line of a Flutter error report: `══╡ EXCEPTION CAUGHT BY WIDGETS LIBRARY ╞══…`. */
export function readReportStart(content: string): Reading | undefined {
	return /exception caught by /i.test(content.slice(0, 60)) ? boundary : undefined;
}

/** Matches captions, and the location of a widget: `CartPage CartPage:file:///src/cart_page.dart:58:12`. */
const reportNote =
	/^(?:When the exception was thrown, this was the stack|The relevant error-causing widget was|User-created ancestor of the error-causing widget was):|^[A-Z]\w{0,100}[: ](?:[A-Z]\w{0,100}:)?(?:file|org-dartlang-app):\/\/\/.{1,300}\.dart:\d{1,6}:\d{1,6}$/;
const placeInConsole = /^\w{1,100}\.dart:\d{1,6}$/;

/** Parses a line of a report that is neither message nor frame, and a location that VS Code's console adds to lines. */
export function readFlutterNote({ content }: Line, { sectionPlatform }: TraceContext): Reading | undefined {
	return reportNote.test(content) || (sectionPlatform === 'dart' && placeInConsole.test(content)) ? note : undefined;
}

function reported(type: string): Reading {
	return header({ type, message: '', messageBelow: true });
}

function header(title: Pick<HeaderLine, 'type' | 'message' | 'messageBelow'>): Reading {
	return { kind: 'header', header: { kind: 'exception', nesting: 'none', ...title }, platform: 'dart' };
}
