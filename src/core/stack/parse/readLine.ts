import { isNumbered, readAppleFrame } from '../grammar/apple';
import { readAppleReport } from '../grammar/appleReport';
import { readCppNote, readDebuggerFrame, readModuleFrame } from '../grammar/cpp';
import { readCppHeader } from '../grammar/cppHeaders';
import { readNumberedFrame } from '../grammar/cppNumbered';
import { readDartAddress, readDartFrame, readDartGap, readDartHead, readFriendlyFrame } from '../grammar/dart';
import { readDotnetFrame, readDotnetJoin, readLocalisedFrame, readMonoFrame } from '../grammar/dotnet';
import { readExceptionHeader } from '../grammar/exceptionHeader';
import { readComponent, readJscFrame, readV8Frame } from '../grammar/javascript';
import { readJvmFrame } from '../grammar/jvmFrame';
import { readDots, readElidedInParentheses, readNested } from '../grammar/jvmNested';
import { readDash, readNativeInThread, readThreadHead, readThreadNote } from '../grammar/jvmThreads';
import { readLldb } from '../grammar/lldb';
import { readNdkFrame, readTombstone } from '../grammar/ndk';
import { readGoPlace, readRustName, readSourceLine } from '../grammar/rustAndGo';
import { readUnityFrame, readUnityNote, readUnityWalk } from '../grammar/unity';
import { readWasmCall, readWasmFrame } from '../grammar/webAssembly';
import { digitsEnd, hexEnd, isBlank, isDigit, skipBlanks } from '../trace/characters';
import type { Line } from '../trace/line';
import { boundary, gap, note, type Reading } from '../trace/reading';
import type { TraceContext } from '../trace/traceContext';

/** A longer line is data, not a frame (characters); symbols of C++ templates have thousands. */
const maxFrameLength = 16_384;

/**
 * Asks the grammars what a line is. Its first character rules most of them out. Undefined for a line that could be
 * anything: part of a message, or of a log.
 */
export function readLine(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (content.length > maxFrameLength) {
		return undefined;
	}
	const isJavascript = context.sectionPlatform === 'javascript';
	switch (content.charAt(0)) {
		case 'a':
			return readAt(line, context) ?? readOther(line, context);
		case '#':
			return (
				readNdkFrame(line, 0) ??
				readDartAddress(line, context) ??
				readDartFrame(line) ??
				readNumberedFrame(line) ??
				(content.endsWith(' <signal handler called>') ? gap(line) : undefined)
			);
		case '.':
			return readDots(line) ?? (content.includes('.dart ') ? readFriendlyFrame(line) : undefined);
		case '-':
			return readDash(line) ?? readDotnetJoin(line);
		case '"':
			return readThreadHead(line);
		case '|':
			return content.startsWith('| ') ? note : undefined;
		case '[':
			return (
				readNested(line) ??
				(isTimed(content, 1) ? boundary : undefined) ??
				readJscFrame(line, isJavascript) ??
				readCppNote(line)
			);
		case '(':
			return readInParentheses(line);
		case ')':
			return content === ')' ? note : undefined;
		case '*':
			return readTombstone(line) ?? readAppleReport(line) ?? readLldb(line);
		case '<':
			return readDartGap(line) ?? readWasmCall(line) ?? readJscFrame(line, isJavascript);
		case '=':
			return readDartGap(line) ?? readCppHeader(content);
		case '>':
			return readModuleFrame(line);
		default:
			return isDigit(content.charCodeAt(0)) ? readDigit(line, context) : readOther(line, context);
	}
}

/** The platforms that begin frames with the English word share little else. */
function readAt(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (!content.startsWith('at') || !isBlank(content.charCodeAt(2))) {
		return undefined;
	}
	const start = skipBlanks(content, 2);
	if (isCoroutineGap(content, start)) {
		return gap(line);
	}
	const reading =
		readWasmFrame(line, start) ??
		readJvmFrame(line, start, context) ??
		readV8Frame(line, start) ??
		readDotnetFrame(line, start) ??
		readMonoFrame(line, start, context) ??
		readSourceLine(line, start) ??
		(isNumbered(content, start) ? readAppleFrame(line, start) : undefined);
	// Cut in the middle, but no text either: nothing is indented and starts like this.
	return reading ?? (line.indent > 0 ? note : undefined);
}

function readDigit(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	if (isTimed(content, 0)) {
		return readAppleReport(line) ?? boundary;
	}
	if (content.startsWith('0x')) {
		return readUnityWalk(line);
	}
	const end = hexEnd(content, 0);
	if (isBlank(content.charCodeAt(end))) {
		return readAppleFrame(line, 0) ?? readDebuggerFrame(line);
	}
	return readRustName(line) ?? readJscFrame(line) ?? readUnityFrame(line, context);
}

/** `\b\b\b(Coroutine boundary.\b(\b)`: the backspaces hide from a terminal that it is printed as a frame. */
function isCoroutineGap(content: string, start: number): boolean {
	let index = start;
	while (content.charCodeAt(index) === 0x08) {
		index++;
	}
	return content.startsWith('(Coroutine ', index) && content.length - start < 60;
}

function readInParentheses(line: Line): Reading | undefined {
	const { content } = line;
	if (isCoroutineGap(content, 0)) {
		return gap(line);
	}
	// Above and below the frames of an exception that an app logs before it ends.
	if (content === '(') {
		return note;
	}
	return readElidedInParentheses(line) ?? readThreadNote(line) ?? readUnityNote(line) ?? readDebuggerFrame(line);
}

/** Lines that begin with a letter and not with `at`. */
function readOther(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const last = content.charCodeAt(content.length - 1);
	const special = readSpecial(line, context);
	if (special) {
		return special;
	}
	if (content.includes('.dart') || content.startsWith('dart:') || content.startsWith('package:')) {
		const reading = readFriendlyFrame(line);
		if (reading) {
			return reading;
		}
	}
	const isJavascript = context.sectionPlatform === 'javascript';
	const wasm = readWasmCall(line);
	if (wasm) {
		return wasm;
	}
	if (isDigit(last) || last === 0x5d || isJavascript) {
		const reading = readJscFrame(line, isJavascript);
		if (reading) {
			return reading;
		}
	}
	if (content.includes('.go:')) {
		const reading = readGoPlace(line);
		if (reading) {
			return reading;
		}
	}
	if (content.includes('!')) {
		const reading = readModuleFrame(line) ?? readDebuggerFrame(line);
		if (reading) {
			return reading;
		}
	}
	if (content.includes('(')) {
		const reading = readUnityFrame(line, context) ?? readLocalisedFrame(line, context);
		if (reading) {
			return reading;
		}
	}
	return readExceptionHeader(content);
}

/** Lines that are known by their first words; the letter spares most lines of text the comparisons. */
function readSpecial(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	switch (content.charAt(0)) {
		case 'C':
			return readNested(line) ?? readTombstone(line) ?? readThreadNote(line);
		case 'S':
			return readNested(line);
		case 'W':
			return readNested(line) ?? readDartHead(line, context);
		case 'R':
			return readDotnetJoin(line) ?? readTombstone(line);
		case 'T':
			return readAppleReport(line) ?? readTombstone(line);
		case 'n':
			return readNativeInThread(line);
		case 'b':
			return readDartHead(line, context) ?? readTombstone(line);
		case 'p':
			return readTombstone(line) ?? readCppHeader(content);
		case 'i':
			return content.startsWith('in ') ? readComponent(line) : readDartHead(line, context);
		case 'o':
		case 'v':
			return readDartHead(line, context);
		case 'U':
			return readCppHeader(content);
		case 'V':
			return readUnityNote(line) ?? readAppleReport(line);
		case 'F':
			return (
				readCppNote(line) ??
				readTombstone(line) ??
				readThreadNote(line) ??
				// Of promises that keep where they were made.
				(content === 'From previous event:' ? gap(line) : undefined)
			);
		case 'f':
			return readLldb(line);
		case 't':
			return readCppHeader(content) ?? readLldb(line);
		case 'w':
		case 'g':
			return readCppHeader(content);
		case 'l':
		case 'E':
		case 'N':
			return readAppleReport(line);
		case 'A':
		case 'B':
			return readTombstone(line) ?? readAppleReport(line);
		case 'L':
			return readAppleReport(line) ?? readThreadNote(line);
		case 's':
		case 'u':
			return readTombstone(line) ?? readCppNote(line);
		case 'D':
		case 'P':
		case 'j':
			return readThreadNote(line);
		default:
			return undefined;
	}
}

/** `2026-01-02 10:…`, `2026/01/02 …`, `01-02 10:…`, `10:00:00`: how lines of logs begin. */
function isTimed(content: string, start: number): boolean {
	const first = digitsEnd(content, start);
	const separator = content.charCodeAt(first);
	const length = first - start;
	if ((length !== 4 && length !== 2) || (separator !== 0x2d && separator !== 0x2f && separator !== 0x3a)) {
		return false;
	}
	const second = digitsEnd(content, first + 1);
	const next = content.charCodeAt(second);
	if (second - first !== 3) {
		return false;
	}
	return next === separator
		? isDigit(content.charCodeAt(second + 1))
		: length === 2 && next === 0x20 && separator === 0x2d;
}
